package dev.stampede.soak;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/**
 * The application of a member: auto-configuration, counters, and the caches of
 * {@link SoakCache}.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ MemberEvents.class, Grants.class })
class SoakApplication {

	static final String KEY_PREFIX = "soak:";

	static final long REDIS_TIMEOUT = 500;

	static final long POLL_INTERVAL_MAX = 250;

	private static final long RETRY_AFTER = 300;

	static SpringApplicationBuilder application() {
		List<String> properties = new ArrayList<>(SoakCache.properties());
		properties.add("stampede.key-prefix=" + KEY_PREFIX);
		properties.add("stampede.redis-timeout=" + REDIS_TIMEOUT);
		properties.add("stampede.redis-retry-after=" + RETRY_AFTER);
		properties.add("stampede.poll-interval-max=" + POLL_INTERVAL_MAX);
		return new SpringApplicationBuilder(SoakApplication.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(properties.toArray(String[]::new));
	}

}
