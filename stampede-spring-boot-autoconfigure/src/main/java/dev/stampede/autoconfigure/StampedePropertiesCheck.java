package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cache.CacheManager;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

import dev.stampede.StampedeConfigurationException;
import dev.stampede.autoconfigure.diagnostics.NearNames;
import dev.stampede.autoconfigure.diagnostics.PolicyPlaces;
import dev.stampede.autoconfigure.diagnostics.PropertyNamesCheck;
import dev.stampede.cache.CachedInvocationAdvisor;
import dev.stampede.cache.StampedeCacheManager;
import dev.stampede.interceptor.StampedeProtectedBeanPostProcessor;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.PolicySettings;

/**
 * Checks what binding cannot: names, values and combinations before anything is built of
 * them, and after the start the sections that no method bears.
 */
final class StampedePropertiesCheck implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(StampedePropertiesCheck.class);

	private final StampedeProperties properties;

	private final CacheSections sections;

	private final ObjectProvider<StampedeProtectedBeanPostProcessor> postProcessor;

	private final ObjectProvider<CachedInvocationAdvisor> advisor;

	private final ObjectProvider<CacheManager> cacheManagers;

	StampedePropertiesCheck(StampedeProperties properties, CacheSections sections, Environment environment,
			ObjectProvider<StampedeProtectedBeanPostProcessor> postProcessor,
			ObjectProvider<CachedInvocationAdvisor> advisor, ObjectProvider<CacheManager> cacheManagers) {
		this.properties = properties;
		this.sections = sections;
		this.postProcessor = postProcessor;
		this.advisor = advisor;
		this.cacheManagers = cacheManagers;
		if (environment instanceof ConfigurableEnvironment configurable) {
			PropertyNamesCheck.check(configurable, StampedeProperties.class);
		}
		checkGeneral();
		new PolicyPlaces(null, PolicySettings.none(), PolicySettings.none(), properties.defaults()).resolve();
		if (!properties.nearTimes().isEmpty() && properties.wakeUp() == StampedeProperties.WakeUp.POLL) {
			logger
				.warn("stampede.wake-up is POLL, so near caches do not hear what other instances write: they serve it "
						+ "when near.ttl is over. Set stampede.wake-up to PUB_SUB, or keep near.ttl short");
		}
		properties.caches().forEach((name, section) -> checkName(name));
	}

	@Override
	public void afterSingletonsInstantiated() {
		checkCacheManager();
		StampedeProtectedBeanPostProcessor methods = this.postProcessor.getIfAvailable();
		if (methods == null) {
			return;
		}
		Set<String> known = new TreeSet<>(methods.getCacheNames());
		this.advisor.ifAvailable((cached) -> known.addAll(cached.getCacheNames()));
		Map<String, PolicySettings> sections = this.properties.caches();
		sections.forEach((name, section) -> {
			if (!methods.getCacheNames().contains(name)) {
				new PolicyPlaces(name, section, PolicySettings.none(), this.properties.defaults()).resolve();
			}
		});
		List<String> unborne = sections.keySet()
			.stream()
			.filter((name) -> !known.contains(name) && !this.sections.isMeantForAnother(name, known))
			.sorted()
			.toList();
		checkVariables(known, sections.keySet());
		if (!unborne.isEmpty()) {
			logger.warn("No protected or cached method bears the name of these sections below stampede.caches, which "
					+ "matter to StampedeOperations and to code that asks our CacheManager only: "
					+ String.join("; ", unborne.stream().map((name) -> "'" + name + "'" + near(name, known)).toList()));
		}
	}

	// what has the form of a setting but names no cache; other names were warned of
	// before
	private void checkVariables(Set<String> known, Set<String> sections) {
		Set<String> all = new TreeSet<>(known);
		all.addAll(sections);
		List<String> unused = this.sections.unused(all)
			.stream()
			.filter((variable) -> PropertyNamesCheck.isSetting(variable, StampedeProperties.class))
			.toList();
		if (!unused.isEmpty()) {
			logger.warn(
					"No cache is named by these environment variables, so they do nothing: " + String.join(", ", unused)
							+ (known.isEmpty() ? "" : ". The variables of the caches known begin with "
									+ String.join(", ", known.stream().map(CacheSections::variable).toList())));
		}
	}

	private static String near(String name, Set<String> known) {
		List<String> near = NearNames.of(name, known);
		return near.isEmpty() ? "" : " (did you mean " + String.join(", ", near) + "?)";
	}

	private void checkCacheManager() {
		if (!this.properties.cacheManager()) {
			return;
		}
		boolean ours = this.cacheManagers.stream()
			.anyMatch((manager) -> manager instanceof StampedeCacheManager || manager instanceof NoOpCacheManager);
		if (!ours) {
			logger.warn("stampede.cache-manager is true, but the application has a CacheManager, or a bean named "
					+ "cacheResolver, of its own, which stays: take it away, or set the property to false");
		}
	}

	private void checkGeneral() {
		positive("redis-timeout", this.properties.redisTimeout());
		positive("redis-retry-after", this.properties.redisRetryAfter());
		positive("poll-interval", this.properties.pollInterval());
		check(this.properties.pollInterval().compareTo(this.properties.pollIntervalMax()) <= 0,
				"stampede.poll-interval (" + this.properties.pollInterval().toMillis()
						+ "ms) is longer than stampede.poll-interval-max ("
						+ this.properties.pollIntervalMax().toMillis() + "ms)",
				"Write stampede.poll-interval-max=" + this.properties.pollInterval().toMillis()
						+ "ms (or more), or stampede.poll-interval=" + this.properties.pollIntervalMax().toMillis()
						+ "ms (or less)");
		check(this.properties.refreshThreads() > 0,
				"stampede.refresh-threads is " + this.properties.refreshThreads() + ", and must be at least 1",
				"Write stampede.refresh-threads=2 (or another number above 0)");
		check(this.properties.refreshQueue() >= 0,
				"stampede.refresh-queue is " + this.properties.refreshQueue() + ", and must not be negative",
				"Write stampede.refresh-queue=0 (or more); with 0 a refresh that finds no thread is skipped");
		check(!this.properties.keyPrefix().isBlank(), "stampede.key-prefix is empty",
				"Write stampede.key-prefix=stampede: (or another text, such as the name of the application), or "
						+ "leave the property out");
	}

	private static void positive(String name, Duration value) {
		check(value.toMillis() > 0 && value.compareTo(Duration.ofDays(1)) <= 0,
				"stampede." + name + " is " + value + ", and must be at least 1ms and at most a day",
				"Write stampede." + name + "=250ms (for example); a number without a unit is milliseconds");
	}

	private static void checkName(String name) {
		try {
			EntryKey.requireLegal(name);
		}
		catch (IllegalArgumentException ex) {
			throw new StampedeConfigurationException("A section below stampede.caches cannot work: " + ex.getMessage(),
					"Rename the cache, in the section and where it is used, for example "
							+ PolicySettings.property(legal(name), ""));
		}
	}

	private static String legal(String name) {
		String legal = name.replaceAll("^(lock|wait|stale):|:+$", "").replaceAll("::+", ":");
		return legal.isBlank() ? "prices" : legal;
	}

	private static void check(boolean condition, String description, String action) {
		if (!condition) {
			throw new StampedeConfigurationException(description, action);
		}
	}

}
