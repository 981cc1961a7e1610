package dev.stampede.sample.demo;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Callers of the fleet: each asks one instance for the same set, again and again.
 */
final class FleetLoad implements AutoCloseable {

	private static final int CALLERS = 10;

	private static final long PAUSE_MILLIS = 100;

	private final AtomicLong calls = new AtomicLong();

	private final AtomicLong slowest = new AtomicLong();

	private final ExecutorService callers;

	FleetLoad(List<FleetMember> fleet) {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("caller-");
		threads.setDaemon(true);
		this.callers = Executors.newCachedThreadPool(threads);
		for (FleetMember member : fleet) {
			for (int i = 0; i < CALLERS; i++) {
				this.callers.execute(() -> callAgainAndAgain(member));
			}
		}
	}

	// Takes the number of calls; the next ones begin at zero.
	long takeCalls() {
		return this.calls.getAndSet(0);
	}

	// Takes the time of the slowest call, in nanoseconds.
	long takeSlowest() {
		return this.slowest.getAndSet(0);
	}

	@Override
	public void close() {
		this.callers.shutdownNow();
	}

	private void callAgainAndAgain(FleetMember member) {
		try {
			while (!this.callers.isShutdown()) {
				long start = System.nanoTime();
				member.get("/sets/EMS0");
				this.slowest.accumulateAndGet(System.nanoTime() - start, Math::max);
				this.calls.incrementAndGet();
				Thread.sleep(PAUSE_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
