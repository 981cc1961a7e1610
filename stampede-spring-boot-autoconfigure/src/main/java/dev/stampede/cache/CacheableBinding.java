package dev.stampede.cache;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.config.CacheManagementConfigUtils;
import org.springframework.cache.interceptor.AbstractCacheResolver;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;
import org.springframework.context.ApplicationContext;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.util.StringUtils;

import dev.stampede.engine.CallSpec;
import dev.stampede.interceptor.CallBinding;
import dev.stampede.interceptor.ProtectedMethod;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.store.EntryStore;

/**
 * Binding of methods that carry {@code @Cacheable} beside the protection. It evaluates
 * {@code @Cacheable} as Spring's cache interceptor of the application does: with its
 * resolver, key generator and error handler, and with Spring's own code.
 *
 * @since 0.1.0
 */
public final class CacheableBinding implements CallBinding {

	private final ApplicationContext context;

	private final Supplier<? extends @Nullable CacheAspectSupport> interceptor;

	private final ExternalCaches external;

	private final LongSupplier nanoTime;

	private volatile @Nullable Operations operations;

	/**
	 * Creates the binding.
	 * @param context where operations find the beans that they name
	 * @param interceptor gives Spring's cache interceptor, null if caching is not enabled
	 * @param external told which caches are external
	 * @param nanoTime the ticker of waits
	 */
	public CacheableBinding(ApplicationContext context, Supplier<? extends @Nullable CacheAspectSupport> interceptor,
			ExternalCaches external, LongSupplier nanoTime) {
		this.context = context;
		this.interceptor = interceptor;
		this.external = external;
		this.nanoTime = nanoTime;
	}

	@Override
	public Bound bind(ProtectedMethod method, PolicyResolver policies, EntryStore store) {
		CacheableOperation operation = Objects.requireNonNull(method.cacheable());
		return isOwn(operation) ? own(method, operation, policies, store)
				: external(method, operation, policies, store);
	}

	LongSupplier nanoTime() {
		return this.nanoTime;
	}

	private Bound own(ProtectedMethod method, CacheableOperation operation, PolicyResolver policies, EntryStore store) {
		CallSpec<Object> spec = method.spec(policies, store);
		return new Bound(spec, policies.layers(method.cacheName(), method.settings()), false,
				(engine) -> new OwnCacheCall(method, operation, spec, engine, this));
	}

	private Bound external(ProtectedMethod method, CacheableOperation operation, PolicyResolver policies,
			EntryStore store) {
		CallSpec<Object> spec = ExternalPolicies.spec(method, policies, store);
		this.external.add(method.cacheName(), spec.policy().usesStaleCopies());
		return new Bound(spec, ExternalPolicies.layers(policies.layers(method.cacheName(), method.settings())), true,
				(engine) -> new ExternalCacheCall(method, operation, spec, engine, this));
	}

	private boolean isOwn(CacheableOperation operation) {
		CacheAspectSupport aspect = this.interceptor.get();
		if (aspect == null && this.context.containsBean(CacheManagementConfigUtils.CACHE_ASPECT_BEAN_NAME)) {
			throw new InvalidSettingsException(
					"caching is in AspectJ mode, so its @Cacheable is woven into the method, where we cannot look it up",
					"Write @EnableCaching without mode = AdviceMode.ASPECTJ, or remove one of the two annotations");
		}
		if (aspect == null) {
			throw new InvalidSettingsException("caching is not enabled, so @Cacheable does nothing",
					"Add @EnableCaching to a configuration class, or remove @Cacheable");
		}
		if (!(manager(operation, aspect) instanceof StampedeCacheManager manager)) {
			return false;
		}
		List<String> transactional = operation.getCacheNames().stream().filter(manager::isTransactionAware).toList();
		if (!transactional.isEmpty()) {
			throw new InvalidSettingsException(
					"the cache of its @Cacheable is transaction-aware, and the annotation stands outside of transactions",
					"Remove @StampedeProtected and write @Cacheable(sync = true), which is protected too, or set "
							+ transactional.stream()
								.map((name) -> PolicySettings.property(name, "transaction-aware=false"))
								.collect(Collectors.joining(" and ")));
		}
		return true;
	}

	/**
	 * Returns whether there are caches with shadow entries.
	 * @return false if no write to a cache is of interest
	 */
	boolean hasShadowEntries() {
		return this.external.hasAnyShadowEntries();
	}

	/**
	 * Tells what a call of a method with {@code @CacheEvict} or {@code @CachePut} evicts
	 * or puts, if its {@code condition} holds. Keys of types without value semantics are
	 * left out: there are no shadow entries under them.
	 * @param operation what the annotation of the method says
	 * @param method the method called
	 * @param target the object behind the proxy
	 * @param arguments the arguments
	 * @param result what the method returned; null before it was called
	 * @param written told each cache with shadow entries and the key, or null for all
	 * entries
	 */
	void forEach(CacheOperation operation, Method method, Object target, @Nullable Object[] arguments,
			@Nullable Object result, BiConsumer<String, @Nullable EntryKey> written) {
		Operations known = operations();
		if (known != null) {
			known.call(operation, method, target, arguments).forEach(result, this.external::hasShadowEntries, written);
		}
	}

	/**
	 * Evaluates what Spring says about a call.
	 * @param operation what the annotation of the method says
	 * @param method the method called
	 * @param target the object behind the proxy
	 * @param arguments the arguments
	 * @return the call, or null while the application starts and Spring does not cache
	 * yet
	 */
	@Nullable CacheableCall of(CacheableOperation operation, Method method, Object target, @Nullable Object[] arguments) {
		Operations known = operations();
		return (known != null) ? known.call(operation, method, target, arguments) : null;
	}

	/**
	 * Returns whether an operation uses caches that are not ours.
	 * @param operation what an annotation says
	 * @return false if they are ours, or if nobody can tell before the call
	 */
	boolean isForeign(CacheOperation operation) {
		CacheAspectSupport aspect = this.interceptor.get();
		CacheManager manager = (aspect != null) ? manager(operation, aspect) : null;
		return manager != null && !(manager instanceof StampedeCacheManager);
	}

	/**
	 * Returns whether the application has managers, and none of them is ours.
	 * @return whether operations that name no manager use caches that are not ours
	 */
	boolean hasForeignManager() {
		return this.context.getBeanProvider(CacheManager.class).stream().findAny().isPresent()
				&& this.context.getBeanProvider(StampedeCacheManager.class).stream().findAny().isEmpty();
	}

	private @Nullable Operations operations() {
		Operations known = this.operations;
		if (known == null) {
			CacheAspectSupport aspect = this.interceptor.get();
			CacheResolver resolver = (aspect != null) ? aspect.getCacheResolver() : null;
			if (aspect == null || resolver == null) {
				return null;
			}
			known = new Operations(this.context, aspect, resolver);
			this.operations = known;
		}
		return known;
	}

	private @Nullable CacheManager manager(CacheOperation operation, CacheAspectSupport aspect) {
		if (StringUtils.hasText(operation.getCacheResolver())) {
			return null;
		}
		if (StringUtils.hasText(operation.getCacheManager())) {
			return this.context.getBean(operation.getCacheManager(), CacheManager.class);
		}
		CacheResolver resolver = aspect.getCacheResolver();
		if (resolver == null) { // not before Spring's interceptor has started
			return this.context.getBeansOfType(StampedeCacheManager.class).values().stream().findFirst().orElse(null);
		}
		return (resolver instanceof AbstractCacheResolver simple) ? simple.getCacheManager() : null;
	}

	/** Opens to us what Spring keeps for its interceptor. */
	private static final class Operations extends CacheAspectSupport {

		private Operations(ApplicationContext context, CacheAspectSupport aspect, CacheResolver resolver) {
			setBeanFactory(context);
			setErrorHandler(aspect.getErrorHandler());
			setKeyGenerator(aspect.getKeyGenerator());
			setCacheResolver(resolver);
		}

		@SuppressWarnings("NullAway") // arguments may be null
		private Call call(CacheOperation operation, Method method, Object target, @Nullable Object[] arguments) {
			Class<?> targetClass = ClassUtils.getUserClass(target);
			return new Call(getCacheOperationMetadata(operation, method, targetClass), method, arguments, target);
		}

		/** One call of a method. */
		private final class Call extends CacheOperationContext implements CacheableCall {

			private final Method method;

			private final @Nullable Object[] arguments;

			/** A cache that fails is not asked again, which may take long. */
			private boolean failed;

			private Call(CacheOperationMetadata metadata, Method method, @Nullable Object[] arguments, Object target) {
				super(metadata, arguments, target);
				this.method = method;
				this.arguments = arguments;
			}

			@Override
			public boolean isCached() {
				return isConditionPassing(null) && generateKey(null) != null;
			}

			@Override
			public boolean usesOurCaches() {
				Collection<? extends Cache> caches = getCaches();
				return caches.stream()
					.anyMatch((cache) -> cache instanceof StampedeCache || cache instanceof TransactionalCache);
			}

			@Override
			public @Nullable EntryKey entryKey(String cacheName) {
				try {
					return EntryKeys.of(cacheName, key(), this.method, this.arguments);
				}
				catch (IllegalArgumentException ex) {
					return null;
				}
			}

			@Override
			public Cache.@Nullable ValueWrapper find() {
				for (Cache cache : getCaches()) {
					Cache.ValueWrapper found = find(cache);
					if (found != null) {
						return found;
					}
				}
				return null;
			}

			private Cache.@Nullable ValueWrapper find(Cache cache) {
				if (this.failed) {
					return null;
				}
				try {
					return cache.get(key());
				}
				catch (RuntimeException ex) {
					this.failed = true;
					getErrorHandler().handleCacheGetError(ex, cache, key());
					return null;
				}
			}

			@Override
			public boolean isStorable(@Nullable Object returned) {
				return canPutToCache(ObjectUtils.unwrapOptional(returned));
			}

			@Override
			public boolean isSettled(@Nullable Object returned) {
				return this.failed || !isStorable(returned)
						|| getCaches().stream().allMatch((cache) -> putsAtCommit(cache) || find(cache) != null);
			}

			@Override
			public boolean isKept(@Nullable Object returned) {
				return !this.failed && isStorable(returned);
			}

			private static boolean putsAtCommit(Cache cache) {
				return TransactionSynchronizationManager.isSynchronizationActive()
						&& cache instanceof TransactionAwareCacheDecorator;
			}

			private void forEach(@Nullable Object result, Predicate<String> caches,
					BiConsumer<String, @Nullable EntryKey> written) {
				List<String> names = getCaches().stream().map(Cache::getName).filter(caches).toList();
				boolean put = getOperation() instanceof CachePutOperation;
				Object value = put ? ObjectUtils.unwrapOptional(result) : result;
				if (names.isEmpty() || !isConditionPassing(value)) {
					return;
				}
				boolean all = getOperation() instanceof CacheEvictOperation eviction && eviction.isCacheWide();
				Object key = all ? null : generateKey(value);
				for (String name : names) {
					EntryKey entry = (key != null) ? entryKey(name) : null;
					if (all || entry != null) {
						written.accept(name, entry);
					}
				}
			}

			private Object key() {
				Object key = getGeneratedKey();
				Assert.state(key != null, "The call is not to be cached");
				return key;
			}

		}

	}

}
