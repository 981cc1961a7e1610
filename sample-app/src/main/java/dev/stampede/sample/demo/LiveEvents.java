package dev.stampede.sample.demo;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.stereotype.Component;

import dev.stampede.event.StampedeListener;
import dev.stampede.store.StorePhase;

/**
 * Memory of the last remarkable things that happened to the front page.
 */
@Component
class LiveEvents implements StampedeListener {

	private static final int REMEMBERED = 40;

	private final ConcurrentLinkedDeque<Event> events = new ConcurrentLinkedDeque<>();

	private final AtomicLong number = new AtomicLong();

	@Override
	public void lock(String cacheName, LockOutcome outcome) {
		if (outcome == LockOutcome.WON) {
			add(cacheName, "LOCK_WON");
		}
	}

	@Override
	public void released(String cacheName, LockRelease outcome) {
		if (outcome != LockRelease.RELEASED) {
			add(cacheName, "LOCK_" + outcome);
		}
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		if (outcome == SourceRead.FAILURE) {
			add(cacheName, "SOURCE_FAILED");
		}
	}

	@Override
	public void waited(String cacheName, Wait outcome, long nanos) {
		if (outcome == Wait.TOOK_OVER) {
			add(cacheName, "TOOK_OVER");
		}
	}

	@Override
	public void storeFailed(String cacheName, StorePhase phase) {
		add(cacheName, "REDIS_FAILED");
	}

	// Returns the last events, the oldest first.
	List<Event> last() {
		return List.copyOf(this.events);
	}

	private void add(String cacheName, String what) {
		if (cacheName.equals(LiveSets.CACHE)) {
			this.events.add(new Event(this.number.incrementAndGet(), Instant.now().toEpochMilli(), what));
			if (this.events.size() > REMEMBERED) {
				this.events.poll();
			}
		}
	}

	/**
	 * Something that happened.
	 *
	 * @param number its number, from 1
	 * @param atMillis when
	 * @param what what
	 */
	record Event(long number, long atMillis, String what) {

	}

}
