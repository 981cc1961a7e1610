package dev.stampede.cache;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Calls of methods with Spring's cache annotations, by thread. They tell a cache for
 * which method it is asked, which Spring's own interface does not. A call is bound from
 * before Spring's cache interceptor looks for its caches until it ends. Safe for use by
 * several threads.
 *
 * @since 0.1.0
 */
public final class CachedInvocations {

	@SuppressWarnings("ThreadLocalUsage") // one for each context
	private final ThreadLocal<@Nullable CachedInvocation> current = new ThreadLocal<>();

	/**
	 * Returns the innermost call that the current thread is in.
	 * @return the call, or null if there is none
	 */
	@Nullable CachedInvocation current() {
		return this.current.get();
	}

	@Nullable Object proceed(CachedInvocation call, MethodInvocation invocation) throws Throwable {
		CachedInvocation outer = this.current.get();
		this.current.set(call);
		try {
			return invocation.proceed();
		}
		finally {
			if (outer != null) {
				this.current.set(outer);
			}
			else {
				this.current.remove();
			}
		}
	}

}
