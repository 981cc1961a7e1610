package dev.stampede.sample;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.springframework.stereotype.Service;

import dev.stampede.OnLose;
import dev.stampede.StampedeOperations;

/**
 * Herds on demand: the same callers on a protected and on an unprotected method.
 */
@Service
class HerdService {

	private static final String SET = "EMS0";

	/** Longer than the entry of {@link HerdMethods#leaveStale} is fresh. */
	private static final Duration UNTIL_STALE = Duration.ofMillis(50);

	private final HerdMethods methods;

	private final StampedeOperations operations;

	private final RequestCounter requests;

	private final Lock oneAtATime = new ReentrantLock();

	HerdService(HerdMethods methods, StampedeOperations operations, RequestCounter requests) {
		this.methods = methods;
		this.operations = operations;
		this.requests = requests;
	}

	HerdReport run(int callers, OnLose onLose) throws InterruptedException {
		this.oneAtATime.lockInterruptibly();
		try {
			return new HerdReport(guarded(callers, onLose), unprotected(callers));
		}
		finally {
			this.oneAtATime.unlock();
		}
	}

	private HerdReport.Path guarded(int callers, OnLose onLose) throws InterruptedException {
		String cacheName = "herd-" + onLose.name().toLowerCase(Locale.ROOT).replace('_', '-');
		String key = UUID.randomUUID().toString();
		if (onLose == OnLose.SERVE_STALE) {
			this.methods.leaveStale(SET, key);
			Thread.sleep(UNTIL_STALE.toMillis());
		}
		this.requests.take(cacheName);
		long before = this.methods.reads();
		Herd herd = Herd.release(callers, method(onLose, key));
		HerdReport.Path path = path(herd, this.methods.reads() - before, this.requests.take(cacheName));
		this.operations.evict(cacheName, key);
		return path;
	}

	private HerdReport.Path unprotected(int callers) throws InterruptedException {
		long before = this.methods.reads();
		Herd herd = Herd.release(callers, () -> this.methods.unprotected(SET));
		Map<String, Integer> outcomes = new TreeMap<>(Map.of("READ", herd.served(), "FAILED", herd.failed()));
		outcomes.values().removeIf((count) -> count == 0);
		return path(herd, this.methods.reads() - before, outcomes);
	}

	private Runnable method(OnLose onLose, String key) {
		return switch (onLose) {
			case POLL -> () -> this.methods.poll(SET, key);
			case SERVE_STALE -> () -> this.methods.serveStale(SET, key);
			case RETURN_DEFAULT -> () -> this.methods.returnDefault(SET, key);
			case FAIL_FAST -> () -> this.methods.failFast(SET, key);
		};
	}

	private static HerdReport.Path path(Herd herd, long sourceReads, Map<String, Integer> outcomes) {
		return new HerdReport.Path(sourceReads, outcomes, herd.millis(0.5), herd.millis(0.99), herd.millis(1));
	}

}
