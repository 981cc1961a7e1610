package dev.stampede.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;

/**
 * Table of the open flights of one JVM, at most one for each key. Safe for use by several
 * threads; nothing waits inside a map operation.
 */
class FlightTable {

	private final ConcurrentMap<EntryKey, Flight> flights = new ConcurrentHashMap<>();

	private final Set<Flight> setAside = ConcurrentHashMap.newKeySet();

	private volatile @Nullable CountDownLatch emptied;

	/**
	 * Opens a flight, with the caller as its leader, or joins the one that is open.
	 * @param call the caller
	 * @return the flight, which knows who opened it
	 */
	Flight board(Waiter call) {
		while (true) {
			Flight open = this.flights.get(call.key());
			if (open == null) {
				Flight own = open(call);
				open = this.flights.putIfAbsent(call.key(), own);
				if (open == null) {
					return own;
				}
			}
			if (open.join(call)) {
				return open;
			}
			this.flights.remove(open.key(), open);
		}
	}

	Flight open(Waiter opener) {
		return new Flight(opener.key(), this, opener);
	}

	/**
	 * Removes a flight that is over.
	 * @param flight the flight
	 */
	void remove(Flight flight) {
		this.flights.remove(flight.key(), flight);
		if (flight.isSetAside()) { // who sets it aside looks again afterwards
			this.setAside.remove(flight);
		}
		CountDownLatch latch = this.emptied;
		if (latch != null && isEmpty()) {
			latch.countDown();
		}
	}

	/**
	 * Makes room for a successor of a flight that nobody may join any more.
	 * @param flight the flight
	 */
	void setAside(Flight flight) {
		this.setAside.add(flight);
		this.flights.remove(flight.key(), flight);
	}

	/**
	 * Waits until no flight is open, and none set aside has a leader.
	 * @param limit the longest wait
	 * @return whether all are over
	 */
	boolean awaitEmpty(Duration limit) {
		CountDownLatch latch = new CountDownLatch(1);
		this.emptied = latch;
		if (isEmpty()) {
			return true;
		}
		try {
			return latch.await(limit.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * Sends everyone on from the flights of a key, those set aside included.
	 * @param key a key that was evicted or put
	 */
	void invalidate(EntryKey key) {
		Flight flight = this.flights.get(key);
		if (flight != null) {
			flight.invalidate();
		}
		for (Flight aside : this.setAside) {
			if (aside.key().equals(key)) {
				aside.invalidate();
			}
		}
	}

	void invalidateAll(String cacheName) {
		for (Flight flight : unfinished()) {
			if (flight.key().cacheName().equals(cacheName)) {
				flight.invalidate();
			}
		}
	}

	void alert(EntryKey key, @Nullable String trace) {
		Flight flight = this.flights.get(key);
		if (flight != null) {
			flight.alert(trace);
		}
	}

	/**
	 * Sends everyone on from a flight that may have looked before a read of this JVM was
	 * stored. One that reads the source under the lock has won it since.
	 * @param key the key
	 * @param trace the trace of that read
	 */
	void supersede(EntryKey key, @Nullable String trace) {
		Flight flight = this.flights.get(key);
		if (flight != null && flight.isRegenerating() && !flight.isFailOpen()) {
			flight.alert(trace);
		}
		else if (flight != null) {
			flight.invalidate();
		}
	}

	void filled(EntryKey key, @Nullable String trace) {
		Flight flight = this.flights.get(key);
		if (flight != null) {
			flight.filledElsewhere(trace);
		}
	}

	List<Flight> all() {
		return List.copyOf(this.flights.values());
	}

	/**
	 * Returns the open flights, and those set aside that still have a leader.
	 * @return the flights
	 */
	List<Flight> unfinished() {
		List<Flight> unfinished = new ArrayList<>(this.flights.values());
		unfinished.addAll(this.setAside);
		return unfinished;
	}

	int count(String cacheName) {
		int count = 0;
		for (EntryKey key : this.flights.keySet()) {
			if (key.cacheName().equals(cacheName)) {
				count++;
			}
		}
		return count;
	}

	private boolean isEmpty() {
		return this.flights.isEmpty() && this.setAside.isEmpty();
	}

}
