package dev.stampede.sample.demo;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

import dev.stampede.event.StampedeListener;

/**
 * Listener to how each caller was answered: a blocking call is told of on its own thread.
 */
final class RaceOutcomes implements StampedeListener {

	private final ConcurrentMap<Thread, Request> answers = new ConcurrentHashMap<>();

	private final AtomicLong stalest = new AtomicLong();

	@Override
	public void requested(String cacheName, Request result) {
		this.answers.put(Thread.currentThread(), result);
	}

	@Override
	public void servedStale(String cacheName, long nanos) {
		this.stalest.accumulateAndGet(nanos, Math::max);
	}

	// Takes the answer of the call that this thread has made.
	String take() {
		Request answer = this.answers.remove(Thread.currentThread());
		return (answer != null) ? answer.name() : "UNKNOWN";
	}

	// Takes how long the oldest copy that was served had been stale, in nanoseconds.
	long takeStalest() {
		return this.stalest.getAndSet(0);
	}

}
