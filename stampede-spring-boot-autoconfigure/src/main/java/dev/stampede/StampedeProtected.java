package dev.stampede;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Protection of the source that a method reads against cache stampedes. The result is
 * kept in Redis or Valkey. On a miss exactly one caller in the fleet, the winner, runs
 * the method. Every other caller, in this JVM or another, does what {@link #onLose()}
 * says.
 * <p>
 * On a type it covers the public methods that can be covered and skips the others. It may
 * be used as a meta-annotation, with attributes overridden by {@link AliasFor}. Calls
 * through {@code this} do not go through the proxy, so they are not protected; use
 * {@link StampedeOperations} there.
 * <p>
 * Times are milliseconds; each has a twin of type String that takes placeholders and the
 * forms {@code 5s} and {@code PT5S}. An attribute left out means "from configuration":
 * {@code stampede.defaults.*}, else the built-in value. A section
 * {@code stampede.caches.<name>} in configuration overrides the annotation.
 *
 * @since 0.1.0
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@Reflective
public @interface StampedeProtected {

	/**
	 * Alias for {@link #cacheName()}.
	 * @return the name of the cache
	 */
	@AliasFor("cacheName")
	String value() default "";

	/**
	 * Name of the cache: first part of the key in Redis, tag of the meters, name of the
	 * section in configuration. Default: {@code SimpleClassName.method}, with the
	 * parameter types where the method is overloaded. It must not contain {@code ::}, end
	 * in {@code :}, or begin with {@code lock:}, {@code wait:} or {@code stale:}.
	 * @return the name of the cache
	 */
	@AliasFor("value")
	String cacheName() default "";

	/**
	 * SpEL expression for the key, with {@code #id}, {@code #p0}, {@code #a0},
	 * {@code #root} and {@code @bean}. Default: one argument is the key itself, several
	 * are a tuple, none is a constant. A key of null bypasses protection.
	 * @return the expression
	 */
	String key() default "";

	/**
	 * SpEL expression that decides before the call whether it is protected. If it is
	 * false, the method just runs. Default: always.
	 * @return the expression
	 */
	String condition() default "";

	/**
	 * SpEL expression, with {@code #result}, that is evaluated after the source read. If
	 * it is true, the result is not stored. Default: never.
	 * @return the expression
	 */
	String unless() default "";

	/**
	 * Time an entry is fresh, in milliseconds. Built-in: 10 minutes.
	 * @return milliseconds, positive; from configuration by default
	 */
	long ttl() default Long.MIN_VALUE;

	/**
	 * {@link #ttl()} as text.
	 * @return a duration or a placeholder
	 */
	String ttlString() default "";

	/**
	 * Time an entry is kept longer, to be served stale, in milliseconds. Built-in: 10
	 * minutes.
	 * @return milliseconds, zero for none; from configuration by default
	 */
	long staleTtl() default Long.MIN_VALUE;

	/**
	 * {@link #staleTtl()} as text.
	 * @return a duration or a placeholder
	 */
	String staleTtlString() default "";

	/**
	 * Life of the regeneration lock unless it is renewed, in milliseconds. Built-in:
	 * 5000.
	 * @return milliseconds, positive; from configuration by default
	 */
	long lockTtl() default Long.MIN_VALUE;

	/**
	 * {@link #lockTtl()} as text.
	 * @return a duration or a placeholder
	 */
	String lockTtlString() default "";

	/**
	 * Chain of steps that losers try, in order. Built-in: {@link OnLose#SERVE_STALE},
	 * then {@link OnLose#POLL}.
	 * @return the chain; empty for "from configuration"
	 */
	OnLose[] onLose() default {};

	/**
	 * Longest time a loser waits, in milliseconds. Built-in: {@link #lockTtl()} and one
	 * second, so that a crashed winner can be replaced.
	 * @return milliseconds, positive; from configuration by default
	 */
	long waitTimeout() default Long.MIN_VALUE;

	/**
	 * {@link #waitTimeout()} as text.
	 * @return a duration or a placeholder
	 */
	String waitTimeoutString() default "";

	/**
	 * Name of a method of the same class that gives the value of
	 * {@link OnLose#RETURN_DEFAULT}: same parameters, perhaps followed by a
	 * {@link Throwable}, which is the exception that the loser would have got. Winners
	 * never use it. Default: what fits the return type.
	 * @return the name of the method
	 */
	String fallback() default "";

}
