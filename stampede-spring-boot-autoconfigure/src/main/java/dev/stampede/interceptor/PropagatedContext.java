package dev.stampede.interceptor;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of everything that is registered with Micrometer's context propagation. Values
 * that the caller did not have are cleared, so that no former task shows through.
 */
final class PropagatedContext implements CallContext {

	private static final ContextSnapshotFactory FACTORY = ContextSnapshotFactory.builder().clearMissing(true).build();

	private final ContextSnapshot snapshot;

	private PropagatedContext(ContextSnapshot snapshot) {
		this.snapshot = snapshot;
	}

	static CallContext capture(@Nullable Object subscriber) {
		return new PropagatedContext((subscriber != null) ? FACTORY.captureAll(subscriber) : FACTORY.captureAll());
	}

	@Override
	public <T> @Nullable T with(Task<T> task) throws Throwable {
		ContextSnapshot.Scope bound = this.snapshot.setThreadLocals();
		try {
			return task.run();
		}
		finally {
			bound.close();
		}
	}

}
