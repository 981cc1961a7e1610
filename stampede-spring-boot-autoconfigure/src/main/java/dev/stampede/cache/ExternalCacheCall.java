package dev.stampede.cache;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheableOperation;

import dev.stampede.StampedeException;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.SourceCall;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.interceptor.ProtectedMethod;
import dev.stampede.key.EntryKey;

/**
 * A protected method whose {@code @Cacheable} is on an external cache. Its caches are
 * asked first. On a miss the lock is taken, and the winner's call goes on through
 * Spring's cache interceptor, which puts what was read while the lock is held. Losers ask
 * the caches again. Nothing of ours is stored but shadow entries for losers, if the
 * policy has windows for them.
 */
final class ExternalCacheCall implements MethodInterceptor {

	private static final Log logger = LogFactory.getLog(ExternalCacheCall.class);

	private final ProtectedMethod method;

	private final CacheableOperation operation;

	private final CallSpec<Object> spec;

	private final StampedeEngine engine;

	private final CacheableBinding binding;

	private final boolean keepsShadow;

	private final AtomicBoolean warned = new AtomicBoolean();

	private final AtomicBoolean warnedOfLoss = new AtomicBoolean();

	/**
	 * Whether the cache did not show what was put last, and no hit has been seen since.
	 */
	private volatile boolean showsNothing;

	ExternalCacheCall(ProtectedMethod method, CacheableOperation operation, CallSpec<Object> spec,
			StampedeEngine engine, CacheableBinding binding) {
		this.method = method;
		this.operation = operation;
		this.keepsShadow = spec.policy().usesStaleCopies();
		this.spec = this.keepsShadow ? ExternalPolicies.shadowing(spec) : spec;
		this.engine = engine;
		this.binding = binding;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		CacheableCall call = (target != null)
				? this.binding.of(this.operation, invocation.getMethod(), target, invocation.getArguments()) : null;
		if (call == null || !call.isCached()) {
			this.engine.bypassed(this.spec.cacheName());
			return invocation.proceed();
		}
		if (call.usesOurCaches()) {
			return invocation.proceed();
		}
		EntryKey key = call.entryKey(this.spec.cacheName());
		if (key == null) {
			warn();
			this.engine.bypassed(this.spec.cacheName());
			return invocation.proceed();
		}
		return make(call, key, invocation);
	}

	private @Nullable Object make(CacheableCall call, EntryKey key, MethodInvocation invocation) throws Throwable {
		Cache.ValueWrapper hit = call.find();
		if (hit != null) {
			this.engine.found(this.spec.cacheName());
			if (this.showsNothing) {
				this.showsNothing = false;
			}
			return returned(hit, invocation);
		}
		Source source = new Source(call, invocation);
		Object value = this.engine.call(this.spec, key, source);
		// a loser gets what the cache would have given it, rather than the winner's
		// object
		Cache.ValueWrapper stored = source.answered ? null : again(call);
		return (stored != null) ? returned(stored, invocation) : value;
	}

	// with a value in hand, a cache that fails is no reason to fail
	private static Cache.@Nullable ValueWrapper again(CacheableCall call) {
		try {
			return call.find();
		}
		catch (RuntimeException ex) {
			logger.debug("The cache does not tell what was put", ex);
			return null;
		}
	}

	// a cache that keeps nothing is waited for once
	private boolean isKept(PutWait wait) {
		PutWait.Outcome outcome = wait.await(this.showsNothing ? Duration.ZERO : PutWait.LONGEST);
		if (outcome == PutWait.Outcome.NOT_SHOWN) {
			this.showsNothing = true;
			if (this.warnedOfLoss.compareAndSet(false, true)) {
				logger.warn("The cache '" + this.spec.cacheName() + "' did not show within "
						+ PutWait.LONGEST.toMillis() + "ms what @Cacheable on " + this.method.description()
						+ " had put into it. If it keeps nothing, as with spring.cache.type=none or a size of 0, its calls "
						+ "are not protected: each caller reads for itself. Logged once");
			}
		}
		return outcome == PutWait.Outcome.KEPT;
	}

	private void warn() {
		if (this.warned.compareAndSet(false, true)) {
			logger.warn("The key of @Cacheable on " + this.method.description()
					+ " has no value semantics that we know of, so its calls are not protected: name what identifies "
					+ "the call, for example key = \"#argument.id\". Logged once");
		}
	}

	// as Spring does: optionals are cached by their content
	private static @Nullable Object returned(Cache.ValueWrapper hit, MethodInvocation invocation) {
		Object value = hit.get();
		boolean wrapped = invocation.getMethod().getReturnType() == Optional.class && !(value instanceof Optional);
		return wrapped ? Optional.ofNullable(value) : value;
	}

	/** The rest of the call as a source. */
	private final class Source implements SourceCall.Blocking<Object> {

		private final CacheableCall call;

		private final MethodInvocation invocation;

		/** Whether this caller has its own answer; it alone asks. */
		private boolean answered;

		private boolean found;

		private boolean kept;

		private Source(CacheableCall call, MethodInvocation invocation) {
			this.call = call;
			this.invocation = invocation;
		}

		@Override
		public @Nullable Object read() throws Throwable {
			this.answered = true;
			Cache.ValueWrapper hit = this.call.find();
			this.found = hit != null;
			if (hit != null) {
				return returned(hit, this.invocation);
			}
			Object returned = ExternalCacheCall.this.method.proceed(this.invocation);
			PutWait wait = new PutWait(this.call, returned, ExternalCacheCall.this.binding.nanoTime());
			this.kept = ExternalCacheCall.this.isKept(wait);
			return returned;
		}

		@Override
		public boolean isSourceRead() {
			return !this.found;
		}

		@Override
		public boolean isStorable(@Nullable Object value) {
			return ExternalCacheCall.this.keepsShadow && !this.found && this.call.isStorable(value);
		}

		@Override
		public boolean isKeptElsewhere(@Nullable Object value) {
			return this.kept;
		}

		@Override
		public boolean takesFresh() {
			return false;
		}

		@Override
		public @Nullable Object defaultValue(StampedeException reason) throws Throwable {
			this.answered = true;
			return ExternalCacheCall.this.method.defaultValue(this.invocation, reason);
		}

	}

}
