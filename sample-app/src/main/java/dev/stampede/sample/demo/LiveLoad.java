package dev.stampede.sample.demo;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * Visitors of the front page: so many calls a second, however long each takes.
 */
@Component
class LiveLoad implements DisposableBean {

	private static final int MOST_AT_ONCE = 300;

	private final LiveSets sets;

	private final ThreadPoolExecutor visitors = new ThreadPoolExecutor(0, MOST_AT_ONCE, 10, TimeUnit.SECONDS,
			new SynchronousQueue<>(), new CustomizableThreadFactory("visitor-"),
			new ThreadPoolExecutor.DiscardPolicy());

	private final ScheduledExecutorService clock = Executors
		.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("visitors-"));

	private final Lock switching = new ReentrantLock();

	private @Nullable Future<?> arriving;

	private volatile int callsPerSecond;

	LiveLoad(LiveSets sets) {
		this.sets = sets;
	}

	int callsPerSecond() {
		return this.callsPerSecond;
	}

	// From now on so many calls are made each second; 0 for none.
	void arrive(int perSecond) {
		this.switching.lock();
		try {
			if (this.arriving != null) {
				this.arriving.cancel(false);
				this.arriving = null;
			}
			if (perSecond > 0) {
				this.arriving = this.clock.scheduleAtFixedRate(() -> this.visitors.execute(this::visit), 0,
						TimeUnit.SECONDS.toNanos(1) / perSecond, TimeUnit.NANOSECONDS);
			}
			this.callsPerSecond = perSecond;
		}
		finally {
			this.switching.unlock();
		}
	}

	@Override
	public void destroy() {
		this.clock.shutdownNow();
		this.visitors.shutdownNow();
	}

	private void visit() {
		try {
			this.sets.find(LiveSets.HOT);
		}
		catch (RuntimeException ex) {
			// the visitor sees an error, which is counted where calls are counted
		}
	}

}
