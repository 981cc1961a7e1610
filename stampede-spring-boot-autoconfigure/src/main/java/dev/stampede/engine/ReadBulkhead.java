package dev.stampede.engine;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Bulkhead of source reads: the most that this JVM runs at a time, for each cache that
 * has a limit. A caller takes its permit before it contends for a lock, never while it
 * holds one, and asks again when woken. Safe for use by several threads; nobody waits
 * here.
 */
final class ReadBulkhead {

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Gate> gates = new HashMap<>();

	/**
	 * Takes a permit, or remembers the caller and wakes it when one is free.
	 * @param call the caller
	 * @param limit how many reads of its cache may run
	 * @return whether it has a permit now
	 */
	boolean take(Waiter call, int limit) {
		this.lock.lock();
		try {
			Gate gate = this.gates.computeIfAbsent(call.key().cacheName(), (unused) -> new Gate());
			gate.waiting.remove(call);
			if (gate.reading.contains(call)) {
				return true;
			}
			if (gate.reading.size() < limit) {
				return gate.reading.add(call);
			}
			gate.waiting.add(call);
			return false;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Gives a permit back, or a place in the queue.
	 * @param call the caller
	 */
	void giveBack(Waiter call) {
		Waiter next = remove(call);
		if (next != null) {
			next.wake();
		}
	}

	boolean isIdle() {
		this.lock.lock();
		try {
			return this.gates.isEmpty();
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable Waiter remove(Waiter call) {
		this.lock.lock();
		try {
			Gate gate = this.gates.get(call.key().cacheName());
			if (gate == null) {
				return null;
			}
			gate.waiting.remove(call);
			gate.reading.remove(call);
			if (gate.waiting.isEmpty() && gate.reading.isEmpty()) {
				this.gates.remove(call.key().cacheName());
			}
			return gate.waiting.peek();
		}
		finally {
			this.lock.unlock();
		}
	}

	private static final class Gate {

		private final Set<Waiter> reading = new HashSet<>();

		private final Queue<Waiter> waiting = new ArrayDeque<>();

	}

}
