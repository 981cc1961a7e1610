package dev.stampede.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

import dev.stampede.engine.StampedeEngine;

/**
 * Many {@link Schedule}s, on two threads, until one fails.
 */
final class Simulation {

	private static final int THREADS = 2;

	private final Variant variant;

	Simulation(Variant variant) {
		this.variant = variant;
	}

	/**
	 * Runs schedules until one fails.
	 * @param firstSeed the seed of the first
	 * @param count how many at most
	 * @return the failure with the lowest seed among those found, if any
	 * @throws InterruptedException if interrupted
	 */
	Optional<Failure> findFailure(long firstSeed, long count) throws InterruptedException {
		Logger logger = (Logger) LoggerFactory.getLogger(StampedeEngine.class.getPackageName());
		Level level = logger.getLevel();
		logger.setLevel(Level.ERROR); // each fleet would warn once
		ExecutorService executor = Executors.newFixedThreadPool(THREADS);
		try {
			ConcurrentSkipListMap<Long, Failure> failures = new ConcurrentSkipListMap<>();
			AtomicLong next = new AtomicLong(firstSeed);
			List<Future<?>> workers = new ArrayList<>();
			for (int i = 0; i < THREADS; i++) {
				workers.add(executor.submit(() -> {
					for (long seed = next.getAndIncrement(); seed < firstSeed + count
							&& failures.isEmpty(); seed = next.getAndIncrement()) {
						run(seed).ifPresent((failure) -> failures.put(failure.seed, failure));
					}
				}));
			}
			for (Future<?> worker : workers) {
				worker.get();
			}
			return failures.values().stream().findFirst();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			executor.shutdownNow();
			logger.setLevel(level);
		}
	}

	private Optional<Failure> run(long seed) {
		try {
			new Schedule(seed, this.variant, new Trace(false)).run();
			return Optional.empty();
		}
		catch (RuntimeException | AssertionError ex) {
			return Optional.of(new Failure(seed, ex, trace(seed)));
		}
	}

	private String trace(long seed) {
		Trace trace = new Trace(true);
		try {
			new Schedule(seed, this.variant, trace).run();
			trace.add(() -> "(it did not fail again)");
		}
		catch (RuntimeException | AssertionError ex) {
			trace.add(() -> "Violation: " + ex.getMessage());
		}
		return trace.toString();
	}

	/**
	 * A schedule that broke the protocol.
	 *
	 * @param seed its seed
	 * @param cause what is broken
	 * @param trace its steps in words
	 */
	record Failure(long seed, Throwable cause, String trace) {

		AssertionError asError() {
			return new AssertionError("The schedule of seed " + this.seed + " breaks the protocol: "
					+ this.cause.getMessage() + ". Run it alone with -Ddev.stampede.test.schedules=1 "
					+ "-Ddev.stampede.test.seed=" + this.seed + ". Its steps:" + System.lineSeparator() + this.trace,
					this.cause);
		}

	}

}
