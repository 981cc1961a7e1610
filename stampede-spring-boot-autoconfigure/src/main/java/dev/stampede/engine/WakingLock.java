package dev.stampede.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Lock under which callers to wake are named: they are woken after it was given back.
 * Held for a few field accesses, and no longer than a look into a map.
 */
final class WakingLock {

	private static final Log logger = LogFactory.getLog(WakingLock.class);

	private final ReentrantLock lock = new ReentrantLock();

	private final List<Waiter> toWake = new ArrayList<>(0);

	void run(Runnable action) {
		this.lock.lock();
		try {
			action.run();
		}
		finally {
			giveBack();
		}
	}

	boolean test(BooleanSupplier action) {
		this.lock.lock();
		try {
			return action.getAsBoolean();
		}
		finally {
			giveBack();
		}
	}

	<R> R get(Supplier<R> action) {
		this.lock.lock();
		try {
			return action.get();
		}
		finally {
			giveBack();
		}
	}

	// only while it is held
	void wake(@Nullable Waiter call) {
		if (call != null) {
			this.toWake.add(call);
		}
	}

	// only while it is held
	void wakeAll(@Nullable Collection<Waiter> calls) {
		if (calls != null) {
			this.toWake.addAll(calls);
		}
	}

	// one that cannot be woken keeps nobody else asleep
	private static void wakeSafely(Waiter call) {
		try {
			call.wake();
		}
		catch (Throwable ex) {
			logger.debug("A caller of cache '" + call.key().cacheName() + "' could not be woken", ex);
		}
	}

	private void giveBack() {
		List<Waiter> woken = List.of();
		if (!this.toWake.isEmpty()) {
			woken = List.copyOf(this.toWake);
			this.toWake.clear();
		}
		this.lock.unlock();
		woken.forEach(WakingLock::wakeSafely);
	}

}
