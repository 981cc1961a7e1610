package dev.stampede.interceptor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.util.StringUtils;

import dev.stampede.CallSpec;
import dev.stampede.InvalidSettingsException;
import dev.stampede.OnLose;
import dev.stampede.PolicyLayer;
import dev.stampede.PolicyResolver;
import dev.stampede.PolicySettings;
import dev.stampede.RefreshMode;
import dev.stampede.StampedePolicy;
import dev.stampede.StampedeProtected;

/**
 * The rules for methods that carry Spring's cache annotations beside ours: cache, key,
 * condition and lifetime are Spring's to say, and what losers do is ours.
 */
final class BesideCacheable {

	private static final String LIFETIME = "set the lifetime where the cache is configured, for example in "
			+ "spring.cache.redis.time-to-live";

	/** Of no use, and unlike any that somebody would set. */
	private static final Duration NO_TTL = Duration.ofNanos(1_234_567);

	/**
	 * Weaker than the annotation, stronger than the configured defaults: nobody can tell
	 * whether a copy of a foreign cache's entry is still right.
	 */
	private static final PolicySettings SETTINGS = new PolicySettings(NO_TTL, Duration.ZERO, Duration.ZERO, null, null,
			null, List.of(OnLose.POLL), null, null, null, null, 0.0, RefreshMode.INLINE, null, null, null, null,
			new PolicySettings.Near(Duration.ZERO, null));

	private final AnnotationCacheOperationSource source = new AnnotationCacheOperationSource(false);

	/**
	 * Finds what a method says to Spring.
	 * @param method the method
	 * @param returns what it returns
	 * @return the one operation, or null if there is none
	 * @throws InvalidStampedeProtectedException if Spring's annotations and ours do not
	 * go together
	 */
	@Nullable CacheableOperation find(AnnotatedMethod method, ReturnTypes returns) {
		Collection<CacheOperation> operations = this.source.getCacheOperations(method.method(), method.type());
		if (operations == null || operations.isEmpty()) {
			return null;
		}
		for (CacheOperation operation : operations) {
			if (operation instanceof CachePutOperation || operation instanceof CacheEvictOperation) {
				throw method
					.invalid(
							"it also has @" + ((operation instanceof CachePutOperation) ? "CachePut" : "CacheEvict")
									+ ", which is to run each time",
							"Move one of the two annotations to another method");
			}
		}
		if (operations.size() > 1 || !(operations.iterator().next() instanceof CacheableOperation operation)) {
			throw method.invalid("it has several @Cacheable", "Keep one; it may name several caches");
		}
		if (!(returns.style() instanceof ValueCalls)) {
			throw method.invalid(
					"it returns a future or a publisher, and has a @Cacheable, which do not go together yet",
					"Remove @Cacheable, or let @Cacheable(sync = true) on stampede.cache-manager protect it");
		}
		check(method, operation);
		return operation;
	}

	private static void check(AnnotatedMethod method, CacheableOperation operation) {
		StampedeProtected annotation = method.annotation();
		refuse(method, "key", annotation.key());
		refuse(method, "condition", annotation.condition());
		refuse(method, "unless", annotation.unless());
		if (StringUtils.hasText(annotation.cacheName())
				&& !operation.getCacheNames().contains(annotation.cacheName())) {
			throw method.invalid("it names the cache '" + annotation.cacheName() + "', and its @Cacheable "
					+ operation.getCacheNames(), "Name the cache at @Cacheable only");
		}
	}

	private static void refuse(AnnotatedMethod method, String attribute, String text) {
		if (StringUtils.hasText(text)) {
			throw method.invalid("it sets " + attribute + ", which its @Cacheable decides",
					"Move " + attribute + " to @Cacheable");
		}
	}

	/**
	 * Checks that entries that are ours and entries that are not do not share a cache's
	 * name.
	 * @param methods all methods known
	 * @param foreign tells whose entries are not ours
	 * @throws InvalidStampedeProtectedException if they do
	 */
	static void checkNames(Collection<ProtectedMethod> methods, Predicate<ProtectedMethod> foreign) {
		Map<String, ProtectedMethod> names = new HashMap<>();
		methods.stream().filter(foreign).forEach((method) -> names.put(method.cacheName(), method));
		for (ProtectedMethod method : methods) {
			ProtectedMethod other = names.get(method.cacheName());
			if (other != null && !foreign.test(method)) {
				throw new InvalidStampedeProtectedException(
						"@StampedeProtected on " + method.description() + " cannot work: its cache '"
								+ method.cacheName() + "' is also that of " + other.description()
								+ ", whose entries are in the cache of its @Cacheable",
						"Give one of the two caches another name", null);
			}
		}
	}

	/**
	 * Puts what is decided by the place beside {@code @Cacheable} before the defaults,
	 * which do not reach it.
	 * @param layers what each place says, the strongest first
	 * @return what the policy is made of
	 */
	static List<PolicyLayer> layers(List<PolicyLayer> layers) {
		List<PolicyLayer> result = new ArrayList<>(layers);
		result.removeIf((layer) -> layer.origin() == PolicyLayer.Origin.DEFAULTS);
		result.add(new PolicyLayer(PolicyLayer.Origin.BUILT_IN, SETTINGS));
		layers.stream().filter((layer) -> layer.origin() == PolicyLayer.Origin.DEFAULTS).forEach(result::add);
		return result;
	}

	/**
	 * Resolves the policy of a method whose entries are not ours.
	 * @param method the method
	 * @param policies the policies
	 * @return what the engine keeps of it
	 * @throws InvalidSettingsException if it cannot work
	 */
	static CallSpec<Object> spec(ProtectedMethod method, PolicyResolver policies) {
		if (method.settings().ttl() != null || method.settings().staleTtl() != null) {
			throw new InvalidSettingsException(
					"it sets ttl or staleTtl, and the cache of its @Cacheable decides how long entries live",
					"Remove ttl and staleTtl from the annotation, and " + LIFETIME);
		}
		StampedePolicy policy = policies.resolve(method.cacheName(), method.settings().over(SETTINGS));
		if (!policy.ttl().equals(NO_TTL) || !policy.staleTtl().isZero()) {
			throw new InvalidSettingsException(property(method, "ttl")
					+ " or stale-ttl is set, and the cache of its @Cacheable decides how long " + "entries live",
					"Remove the two properties, and " + LIFETIME);
		}
		if (policy.onLose().contains(OnLose.SERVE_STALE)) {
			List<OnLose> annotated = method.settings().onLose();
			boolean here = annotated != null && annotated.contains(OnLose.SERVE_STALE);
			throw new InvalidSettingsException(
					"SERVE_STALE is set beside @Cacheable, whose cache keeps no stale copies",
					"Write " + (here ? "onLose = OnLose.POLL" : property(method, "on-lose") + "=POLL")
							+ ", or RETURN_DEFAULT or FAIL_FAST, or remove @Cacheable, so that the entry is ours");
		}
		if (!policy.staleIfErrorTtl().isZero()) {
			throw new InvalidSettingsException(
					property(method, "stale-if-error-ttl")
							+ " is set beside @Cacheable, whose cache keeps no stale copies",
					"Remove the property, or remove @Cacheable, so that the entry is ours");
		}
		if (!policy.nearTtl().isZero()) {
			throw new IllegalArgumentException("near.ttl is set for its cache, and the cache of its @Cacheable decides "
					+ "what is a hit: remove it, or remove @Cacheable, so that the entry is ours");
		}
		return new CallSpec<>(method.cacheName(), policy, new ForeignValueCodec(method.type()));
	}

	private static String property(ProtectedMethod method, String setting) {
		return PolicySettings.property(method.cacheName(), setting);
	}

}
