package dev.stampede.interceptor;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Context of a caller's thread, such as a request, a tenant or a trace, for the thread
 * that reads the source for it. Carried by Micrometer's context propagation where that is
 * present; otherwise nothing is carried.
 */
interface CallContext {

	/** Carries nothing. */
	CallContext NONE = new CallContext() {

		@Override
		public <T> @Nullable T with(Task<T> task) throws Throwable {
			return task.run();
		}

	};

	/** Whether there is anything to carry with. */
	boolean PROPAGATES = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			CallContext.class.getClassLoader());

	/**
	 * Runs a task with the context bound to the current thread, and brings back what was
	 * bound before.
	 * @param <T> the type of what the task returns
	 * @param task the task
	 * @return what the task returned
	 * @throws Throwable what the task threw
	 */
	<T> @Nullable T with(Task<T> task) throws Throwable;

	/**
	 * Captures what the current thread is bound to.
	 * @return the context
	 */
	static CallContext capture() {
		return capture(null);
	}

	/**
	 * Captures what the current thread and a subscriber's context bind, the latter first.
	 * @param subscriber the subscriber's context, or null
	 * @return the context
	 */
	static CallContext capture(@Nullable Object subscriber) {
		return PROPAGATES ? PropagatedContext.capture(subscriber) : NONE;
	}

	/**
	 * What needs the context.
	 *
	 * @param <T> the type of what it returns
	 */
	interface Task<T> {

		@Nullable T run() throws Throwable;

	}

}
