package dev.stampede.interceptor;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import dev.stampede.StampedeProtected;
import dev.stampede.policy.PolicySettings;

/**
 * Rules for methods that carry Spring's cache annotations beside ours. Cache, key and
 * condition are those of Spring's annotation. Ours says what losers do.
 */
final class BesideCacheable {

	private static final List<String> JCACHE = List.of("javax.cache.annotation.CacheResult",
			"javax.cache.annotation.CachePut", "javax.cache.annotation.CacheRemove",
			"javax.cache.annotation.CacheRemoveAll");

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
		refuseJCache(method);
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

	private static void refuseJCache(AnnotatedMethod method) {
		MergedAnnotations annotations = MergedAnnotations.from(method.method(), SearchStrategy.TYPE_HIERARCHY);
		JCACHE.stream().filter(annotations::isPresent).findFirst().ifPresent((name) -> {
			throw method.invalid(
					"it also has @" + ClassUtils.getShortName(name) + " of JSR-107, whose entries are not ours",
					"Write Spring's @Cacheable in its place, or move one of the two annotations to another method");
		});
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
	 * Checks that methods on one cache have the same entries behind them, in our store or
	 * in an external cache, with shadow entries for all of them or for none.
	 * @param methods all methods known
	 * @throws InvalidStampedeProtectedException if they disagree
	 */
	static void checkTogether(Map<ProtectedMethod, CallBinding.Bound> methods) {
		Map<String, ProtectedMethod> external = new HashMap<>();
		methods.forEach((method, bound) -> {
			if (bound.external()) {
				external.put(method.cacheName(), method);
			}
		});
		methods.forEach((method, bound) -> {
			ProtectedMethod other = external.get(method.cacheName());
			if (other != null && !bound.external()) {
				throw invalid(method, other, ", whose entries are in the cache of its @Cacheable",
						"Give one of the two caches another name");
			}
		});
		checkShadows(methods);
	}

	private static void checkShadows(Map<ProtectedMethod, CallBinding.Bound> methods) {
		Map<String, ProtectedMethod> known = new HashMap<>();
		methods.forEach((method, bound) -> {
			ProtectedMethod other = bound.external() ? known.putIfAbsent(method.cacheName(), method) : null;
			CallBinding.Bound others = (other != null) ? methods.get(other) : null;
			if (other != null && others != null
					&& others.spec().policy().usesStaleCopies() != bound.spec().policy().usesStaleCopies()) {
				throw invalid(method, other, ", and stale copies are kept for one of the two alone",
						"Move on-lose, ttl and stale-ttl from the annotation to the section of the cache, "
								+ PolicySettings.property(method.cacheName(), "on-lose") + " and so on");
			}
		});
	}

	private static InvalidStampedeProtectedException invalid(ProtectedMethod method, ProtectedMethod other,
			String problem, String action) {
		return new InvalidStampedeProtectedException(
				"@StampedeProtected on " + method.description() + " cannot work: its cache '" + method.cacheName()
						+ "' is also that of " + other.description() + problem,
				action, null);
	}

}
