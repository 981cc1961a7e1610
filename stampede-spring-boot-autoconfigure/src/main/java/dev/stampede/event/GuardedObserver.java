package dev.stampede.event;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Observer that stands before another one. What the other one throws does not reach the
 * call, and its first failure is logged. Without an observer it costs nothing.
 */
final class GuardedObserver implements StampedeObserver {

	private static final Log logger = LogFactory.getLog(GuardedObserver.class);

	private final @Nullable StampedeObserver observer;

	private final AtomicBoolean failed = new AtomicBoolean();

	GuardedObserver(@Nullable StampedeObserver observer) {
		this.observer = observer;
	}

	@Override
	public @Nullable Object current() {
		StampedeObserver present = this.observer;
		return (present != null) ? guard(present::current, null) : null;
	}

	@Override
	public Observed reading(String cacheName, @Nullable Object parent) {
		StampedeObserver present = this.observer;
		return (present != null) ? guarded(() -> present.reading(cacheName, parent)) : Observed.NOT;
	}

	@Override
	public Observed waiting(String cacheName, @Nullable Object parent) {
		StampedeObserver present = this.observer;
		return (present != null) ? guarded(() -> present.waiting(cacheName, parent)) : Observed.NOT;
	}

	private Observed guarded(Supplier<Observed> begin) {
		Observed begun = guard(begin, null);
		return (begun != null) ? new GuardedObserved(begun) : Observed.NOT;
	}

	private <R> @Nullable R guard(Supplier<? extends @Nullable R> action, @Nullable R otherwise) {
		try {
			return action.get();
		}
		catch (Throwable ex) {
			if (this.failed.compareAndSet(false, true)) {
				logger
					.warn("The observer of calls threw an exception; calls are not affected, and its further failures "
							+ "are not logged", ex);
			}
			return otherwise;
		}
	}

	/** Observation in progress, guarded in the same way. */
	private final class GuardedObserved implements Observed {

		private final Observed observed;

		private GuardedObserved(Observed observed) {
			this.observed = observed;
		}

		@Override
		public Scope open() {
			Scope opened = guard(this.observed::open, null);
			return (opened != null) ? () -> close(opened) : Scope.NONE;
		}

		private void close(Scope opened) {
			guard(() -> {
				opened.close();
				return null;
			}, null);
		}

		@Override
		public @Nullable String traceParent() {
			return guard(this.observed::traceParent, null);
		}

		@Override
		public void ended(Enum<?> outcome, @Nullable Throwable failure, @Nullable String cause) {
			guard(() -> {
				this.observed.ended(outcome, failure, cause);
				return null;
			}, null);
		}

	}

}
