package dev.stampede.acceptance;

import java.util.Map;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

import dev.stampede.testing.TestRedis;

/**
 * Application of each member of a fleet: what a user would write, all else left to
 * auto-configuration. Redis is given time, since the tests may share few processors with
 * much else, and a herd whose Redis does not answer is another test.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ FleetMethods.class, FleetSource.class, EventCounter.class })
class FleetApplication {

	/**
	 * Starts a member of the fleet in this JVM.
	 */
	static ConfigurableApplicationContext run(TestRedis redis, SharedSource source, Class<?>... more) {
		return application().sources(more).properties(redis.properties()).properties(source.property()).run();
	}

	static SpringApplicationBuilder application() {
		return new SpringApplicationBuilder(FleetApplication.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(Map.of("stampede.redis-timeout", "5s", "stampede.caches.unrenewed.lock-renewal", false));
	}

}
