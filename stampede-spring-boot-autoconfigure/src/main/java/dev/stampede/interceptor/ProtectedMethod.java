package dev.stampede.interceptor;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

import dev.stampede.StampedeException;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.DefaultValues;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.EntryStore;

/**
 * A method of one class with what its annotation says, checked. Safe for use by several
 * threads.
 *
 * @since 0.1.0
 */
public final class ProtectedMethod {

	private static final Log logger = LogFactory.getLog(ProtectedMethod.class);

	private static final Pattern TARGET = Pattern.compile("(?:#root\\.|(?<![#.\\w]))target\\b");

	private static final Pattern TARGET_CLASS = Pattern.compile("(?:#root\\.|(?<![#.\\w]))target(?:Class)?\\b");

	private final AnnotatedMethod method;

	private final String description;

	private final String cacheName;

	private final PolicySettings settings;

	private final Type type;

	private final CallStyle style;

	private final MethodKey key;

	private final @Nullable MethodExpression condition;

	private final @Nullable MethodExpression unless;

	private final @Nullable CacheableOperation cacheable;

	private final @Nullable Fallback fallback;

	private final @Nullable String filter;

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Creates the method.
	 * @param method the method and its annotation
	 * @param cacheName the name of the cache
	 * @param settings what the annotation says about the policy
	 * @param type the declared type of the values
	 * @param style how calls are made
	 * @param key makes the key
	 * @param condition decides whether a call is protected; null for always
	 * @param unless decides whether a value is kept from being stored; null for never
	 * @param cacheable what a {@code @Cacheable} beside the annotation says; null if
	 * there is none
	 * @param fallback makes the default; null for what fits the type
	 * @param filter the annotation by which a guard edits results for each caller; null
	 * if there is none
	 */
	ProtectedMethod(AnnotatedMethod method, String cacheName, PolicySettings settings, Type type, CallStyle style,
			MethodKey key, @Nullable MethodExpression condition, @Nullable MethodExpression unless,
			@Nullable CacheableOperation cacheable, @Nullable Fallback fallback, @Nullable String filter) {
		this.method = method;
		this.description = method.description();
		this.cacheName = cacheName;
		this.settings = settings;
		this.type = type;
		this.style = style;
		this.key = key;
		this.condition = condition;
		this.unless = unless;
		this.cacheable = cacheable;
		this.fallback = fallback;
		this.filter = filter;
	}

	/**
	 * Returns the name of the method, for messages.
	 * @return class, method and types of its parameters
	 */
	public String description() {
		return this.description;
	}

	/**
	 * Returns the name of the cache.
	 * @return the name
	 */
	public String cacheName() {
		return this.cacheName;
	}

	/**
	 * Returns what the annotation says about the policy.
	 * @return the settings of this layer
	 */
	public PolicySettings settings() {
		return this.settings;
	}

	/**
	 * Returns the declared type of the values.
	 * @return the type, that of the content for futures and publishers
	 */
	public Type type() {
		return this.type;
	}

	/**
	 * Returns what a {@code @Cacheable} beside the annotation says.
	 * @return the operation, or null if there is none
	 */
	public @Nullable CacheableOperation cacheable() {
		return this.cacheable;
	}

	/**
	 * Returns what carries the annotation.
	 * @return a method or a type, perhaps of an interface
	 */
	Object annotated() {
		return this.method.source();
	}

	/**
	 * Returns whether the key depends on the object behind the proxy.
	 * @param sameClass whether the objects are of one class
	 * @return whether two such objects have entries of their own
	 */
	boolean tellsTargetsApart(boolean sameClass) {
		return (sameClass ? TARGET : TARGET_CLASS).matcher(this.method.annotation().key()).find();
	}

	/**
	 * Returns whether the method, or its class, carries an annotation.
	 * @param annotation the name of the annotation
	 * @return whether it is there, perhaps on what the method overrides
	 */
	boolean carries(String annotation) {
		return MergedAnnotations.from(this.method.method(), SearchStrategy.TYPE_HIERARCHY).isPresent(annotation)
				|| MergedAnnotations.from(this.method.type(), SearchStrategy.TYPE_HIERARCHY).isPresent(annotation);
	}

	CallStyle style() {
		return this.style;
	}

	MethodKey key() {
		return this.key;
	}

	@Nullable MethodExpression condition() {
		return this.condition;
	}

	@Nullable Fallback fallback() {
		return this.fallback;
	}

	boolean isStorable(MethodInvocation invocation, @Nullable Object value) {
		return this.unless == null || !this.unless.holds(invocation, value);
	}

	/**
	 * Resolves policy and codec, for entries of ours.
	 * @param policies the policies
	 * @param store makes the codec
	 * @return what the engine keeps of the method
	 * @throws IllegalArgumentException if they cannot work
	 */
	public CallSpec<Object> spec(PolicyResolver policies, EntryStore store) {
		StampedePolicy policy = policies.resolve(this.cacheName, this.settings);
		if (this.filter != null && !policy.nearTtl().isZero()) {
			policy = policy.toBuilder().nearTtl(Duration.ZERO).build();
			if (this.warned.compareAndSet(false, true)) {
				logger.warn(this.filter + " on " + this.description + " edits the result for each caller, so no near "
						+ "entries are kept for it: callers of one JVM would share the object that is edited");
			}
		}
		return new CallSpec<>(this.cacheName, policy, store.codec(this.cacheName, this.type));
	}

	/**
	 * Runs the rest of the call, which may have run before.
	 * @param invocation the call
	 * @return what the method returned
	 * @throws Throwable what the method threw
	 */
	public @Nullable Object proceed(MethodInvocation invocation) throws Throwable {
		if (!(invocation instanceof ProxyMethodInvocation proxied)) {
			return invocation.proceed();
		}
		// a clone may proceed when this call has done so long ago; aspects ask for it,
		// also
		// on another thread
		return ExposeInvocationInterceptor.INSTANCE.invoke(proxied.invocableClone());
	}

	/**
	 * Returns what a loser gets by {@code RETURN_DEFAULT}: the value of the fallback, or
	 * what fits the type.
	 * @param invocation the call
	 * @param reason the exception that the loser would have got
	 * @return the default
	 * @throws Throwable what the fallback threw
	 */
	public @Nullable Object defaultValue(MethodInvocation invocation, StampedeException reason) throws Throwable {
		return (this.fallback != null) ? this.fallback.invoke(invocation, reason) : DefaultValues.fitting(this.type);
	}

}
