package dev.stampede.sample;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.testcontainers.containers.GenericContainer;

/**
 * The containers that the catalogue needs.
 */
@TestConfiguration(proxyBeanMethods = false)
class ContainersConfiguration {

	@Bean
	@ServiceConnection("redis")
	GenericContainer<?> redis() {
		return new GenericContainer<>("redis:7").withExposedPorts(6379);
	}

}
