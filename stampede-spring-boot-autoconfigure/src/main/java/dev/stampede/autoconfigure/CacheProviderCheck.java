package dev.stampede.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/**
 * Warning where Spring Boot moved the caches of an application to Redis because Spring
 * Data Redis came along with us: it prefers Redis to the providers that are named here.
 */
final class CacheProviderCheck implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(CacheProviderCheck.class);

	/** Bean that is there where Boot chose Redis. */
	private static final String CHOSEN = "org.springframework.boot.cache.autoconfigure.RedisCacheConfiguration";

	private static final String TYPE = "spring.cache.type";

	private final ApplicationContext context;

	CacheProviderCheck(ApplicationContext context) {
		this.context = context;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (!this.context.getEnvironment().containsProperty(TYPE) && this.context.containsBeanDefinition(CHOSEN)) {
			displaced(this.context.getClassLoader())
				.ifPresent((provider) -> logger.warn("Spring Boot keeps the caches of "
						+ "@Cacheable in Redis, since Spring Data Redis is on the class path and " + TYPE
						+ " is not set. Without Spring Data Redis, which the starter brings along, they would be in "
						+ provider + ". Set " + TYPE + "=" + provider + " to keep them there, or " + TYPE
						+ "=redis if Redis is meant. See docs/migrating.md"));
		}
	}

	private static Optional<String> displaced(@Nullable ClassLoader classLoader) {
		Map<String, String> providers = new LinkedHashMap<>();
		providers.put("caffeine", "com.github.benmanes.caffeine.cache.Caffeine");
		providers.put("cache2k", "org.cache2k.Cache2kBuilder");
		return providers.entrySet()
			.stream()
			.filter((provider) -> ClassUtils.isPresent(provider.getValue(), classLoader))
			.map(Map.Entry::getKey)
			.findFirst();
	}

}
