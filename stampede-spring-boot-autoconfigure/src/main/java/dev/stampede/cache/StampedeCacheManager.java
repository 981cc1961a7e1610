package dev.stampede.cache;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

import dev.stampede.engine.CallSpecs;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicyUse;
import dev.stampede.store.EntryStore;

/**
 * Spring's caches on protected entries: the same keys, values, locks and policies as
 * those of the annotation and of the operations. {@code @Cacheable(sync = true)} is
 * protected; without {@code sync} it looks up and puts, as Spring does. Caches are made
 * as they are asked for. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class StampedeCacheManager implements CacheManager, PolicyUse.Source {

	private final StampedeEngine engine;

	private final CallSpecs specs;

	private final CachedInvocations invocations;

	private final PolicyResolver policies;

	private final Predicate<String> transactionAware;

	private final ConcurrentMap<String, Cache> caches = new ConcurrentHashMap<>();

	/**
	 * Creates the manager.
	 * @param engine the engine
	 * @param store the store that the engine uses, for its codecs
	 * @param policies the policies
	 * @param invocations tells for which method a cache is asked
	 * @param transactionAware whether a cache stores and evicts when the caller's
	 * transaction commits, by its name
	 */
	public StampedeCacheManager(StampedeEngine engine, EntryStore store, PolicyResolver policies,
			CachedInvocations invocations, Predicate<String> transactionAware) {
		this.engine = engine;
		this.policies = policies;
		this.specs = new CallSpecs(store, policies);
		this.invocations = invocations;
		this.transactionAware = transactionAware;
	}

	/**
	 * Returns a cache. What is returned inside a call of a method with Spring's cache
	 * annotations knows the type of the method's values.
	 * @param name the name of the cache
	 * @return the cache
	 * @throws IllegalArgumentException if the name is not legal
	 */
	@Override
	public Cache getCache(String name) {
		Cache untyped = this.caches.computeIfAbsent(name, (unused) -> cache(EntryKey.requireLegal(name), null));
		CachedInvocation invocation = this.invocations.current();
		return (invocation != null && invocation.method().uses(name)) ? cache(name, invocation) : untyped;
	}

	/**
	 * Returns the names of the caches that were asked for.
	 * @return the names
	 */
	@Override
	public Collection<String> getCacheNames() {
		return new TreeSet<>(this.caches.keySet());
	}

	boolean isTransactionAware(String name) {
		return this.transactionAware.test(name);
	}

	@Override
	public List<PolicyUse> policyUses() {
		return this.caches.keySet()
			.stream()
			.map((name) -> PolicyUse.withoutAnnotation(name, "CacheManager", this.policies))
			.toList();
	}

	private Cache cache(String name, @Nullable CachedInvocation invocation) {
		StampedeCache cache = new StampedeCache(name, this.engine, this.specs, invocation);
		return this.transactionAware.test(name) ? new TransactionalCache(cache, this.engine) : cache;
	}

}
