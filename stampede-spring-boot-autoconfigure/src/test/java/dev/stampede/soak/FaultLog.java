package dev.stampede.soak;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * What happened when, on the clock that all JVMs of the machine share.
 */
final class FaultLog {

	private final List<Window> windows = new CopyOnWriteArrayList<>();

	private final Map<SoakFault, LongAdder> counts = new EnumMap<>(SoakFault.class);

	FaultLog() {
		for (SoakFault fault : SoakFault.values()) {
			this.counts.put(fault, new LongAdder());
		}
	}

	/**
	 * Notes that a fault is about to happen.
	 * @param fault the fault
	 * @param scope an entry, a cache, a member, or nothing for all of them
	 * @return the window, to be closed
	 */
	Window open(SoakFault fault, String scope) {
		Window window = new Window(fault, scope, System.nanoTime());
		this.windows.add(window);
		count(fault);
		return window;
	}

	void stalled(long from, long to) {
		Window window = new Window(SoakFault.MACHINE_STALLED, "", from);
		window.close(to);
		this.windows.add(window);
		count(SoakFault.MACHINE_STALLED);
	}

	void count(SoakFault fault) {
		count(fault, 1);
	}

	long total(SoakFault fault) {
		return counter(fault).sum();
	}

	/**
	 * Returns whether there is a window of a kind that has to do with a span of time.
	 */
	boolean touches(long from, long to, Predicate<Window> kind) {
		return this.windows.stream().anyMatch((window) -> window.touches(from, to) && kind.test(window));
	}

	private void count(SoakFault fault, int number) {
		counter(fault).add(number);
	}

	private LongAdder counter(SoakFault fault) {
		return this.counts.computeIfAbsent(fault, (unused) -> new LongAdder());
	}

	/**
	 * From when to when a fault may be felt.
	 */
	static final class Window {

		private final SoakFault fault;

		private final String scope;

		private final long from;

		private volatile long to = Long.MAX_VALUE;

		private Window(SoakFault fault, String scope, long from) {
			this.fault = fault;
			this.scope = scope;
			this.from = from;
		}

		void close() {
			close(System.nanoTime());
		}

		boolean is(SoakFault.Excuse excuse) {
			return this.fault.excuse() == excuse;
		}

		/**
		 * Returns whether an entry, or a member, is in the scope.
		 */
		boolean concerns(String name) {
			return this.scope.isEmpty() || name.equals(this.scope) || name.startsWith(this.scope + ":");
		}

		boolean touches(long start, long end) {
			return this.from - end <= 0 && (this.to == Long.MAX_VALUE || this.to - start >= 0);
		}

		private void close(long end) {
			this.to = end + TimeUnit.MILLISECONDS.toNanos(this.fault.recoveryMillis());
		}

	}

}
