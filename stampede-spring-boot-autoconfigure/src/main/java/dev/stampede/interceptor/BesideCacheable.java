package dev.stampede.interceptor;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.util.StringUtils;

import dev.stampede.StampedeProtected;

/**
 * The rules for methods that carry Spring's cache annotations beside ours: cache, key and
 * condition are Spring's to say, and what losers do is ours.
 */
final class BesideCacheable {

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

}
