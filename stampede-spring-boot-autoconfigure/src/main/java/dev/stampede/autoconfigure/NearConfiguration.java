package dev.stampede.autoconfigure;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.stampede.engine.NearStorage;
import dev.stampede.near.CaffeineNearStorage;

/**
 * Where near entries are kept, where Caffeine is on the class path.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(Caffeine.class)
class NearConfiguration {

	@Bean(defaultCandidate = false)
	@ConditionalOnMissingBean
	NearStorage stampedeNearStorage() {
		return new CaffeineNearStorage();
	}

}
