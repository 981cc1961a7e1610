package dev.stampede.redis;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener;
import dev.stampede.store.EntryStore;
import dev.stampede.store.StorePhase;
import dev.stampede.store.StoreState.WakeUp;

/**
 * Keeper of the subscription to the messages of other instances, in the background:
 * nothing waits for it, and without it callers poll. Where Redis denies the channel it
 * gives up. A subscription that is not answered any more is made anew.
 */
final class Subscriber implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Subscriber.class);

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

	private static final Duration CHECK_PAUSE = Duration.ofSeconds(5);

	private final RedisDriver driver;

	private final Messages messages;

	private final EntryStore.Listener listener;

	private final StampedeListener events;

	private final RandomGenerator random;

	private final ThreadFactory threads;

	private final CountDownLatch closed = new CountDownLatch(1);

	private final CountDownLatch ended = new CountDownLatch(1);

	private volatile WakeUp state = WakeUp.SUBSCRIBING;

	private final AtomicLong attempt = new AtomicLong();

	private final AtomicReference<RedisDriver.@Nullable Listening> listening = new AtomicReference<>();

	Subscriber(RedisDriver driver, Messages messages, EntryStore.Listener listener, StampedeListener events,
			RandomGenerator random, ThreadFactory threads) {
		this.driver = driver;
		this.messages = messages;
		this.listener = listener;
		this.events = events;
		this.random = random;
		this.threads = threads;
	}

	void start() {
		Thread thread = this.threads.newThread(() -> {
			try {
				keepSubscribed();
			}
			finally {
				this.ended.countDown();
			}
		});
		thread.setName("stampede-subscriber");
		thread.start();
	}

	WakeUp state() {
		return this.state;
	}

	@Override
	public void close() {
		this.closed.countDown();
		end();
		// a client that goes away under an attempt to connect complains loudly
		await(this.ended, LONGEST_PAUSE.toMillis());
	}

	private void keepSubscribed() {
		long pause = SHORTEST_PAUSE.toMillis();
		while (this.state != WakeUp.POLLING && !await(this.closed, (long) (pause * this.random.nextDouble()))) {
			try {
				if (subscribe()) {
					watch();
				}
				pause = SHORTEST_PAUSE.toMillis();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			catch (RuntimeException ex) {
				failed(ex);
				pause = Math.min(LONGEST_PAUSE.toMillis(), pause * 2);
			}
			end();
		}
	}

	private boolean subscribe() {
		long mine = this.attempt.incrementAndGet();
		RedisDriver.Listening next = this.driver.listen(this.messages.channel(),
				(message) -> this.messages.dispatch(message, this.listener), (stands) -> {
					if (this.attempt.get() == mine) {
						stands(stands);
					}
				});
		this.listening.set(next);
		return this.closed.getCount() > 0 && next.run();
	}

	// A connection that is dead at the other end alone is not noticed by waiting.
	private void watch() throws InterruptedException {
		while (!this.closed.await(CHECK_PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
			RedisDriver.Listening standing = this.listening.get();
			if (standing != null && this.state == WakeUp.SUBSCRIBED && !answers(standing) && !answers(standing)) {
				this.attempt.incrementAndGet(); // what it says later is of no interest
				this.events.storeFailed("", StorePhase.SUBSCRIBE);
				stands(false);
				return;
			}
		}
	}

	private static boolean answers(RedisDriver.Listening standing) {
		try {
			standing.check();
			return true;
		}
		catch (RuntimeException ex) {
			logger.debug("The subscription to wake-up messages does not answer", ex);
			return false;
		}
	}

	private void stands(boolean stands) {
		if (this.state != WakeUp.POLLING) {
			this.state = stands ? WakeUp.SUBSCRIBED : WakeUp.SUBSCRIBING;
			this.listener.subscriptionChanged(stands);
		}
	}

	private void failed(RuntimeException failure) {
		if (this.closed.getCount() == 0) {
			return;
		}
		this.events.storeFailed("", StorePhase.SUBSCRIBE);
		if (failure instanceof UnsupportedOperationException || Fault.isForbidden(failure)) {
			this.state = WakeUp.POLLING;
			this.listener.subscriptionDenied();
			logger.warn("Redis denies the channel of wake-up messages (" + Fault.name(failure)
					+ "): waiting callers poll instead, and near entries end by their time alone. Allow the channel, or set stampede.wake-up to POLL");
		}
		else {
			logger.debug("The subscription to wake-up messages failed and is tried again", failure);
		}
	}

	private static boolean await(CountDownLatch latch, long millis) {
		try {
			return latch.await(millis, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return true;
		}
	}

	private void end() {
		RedisDriver.Listening last = this.listening.getAndSet(null);
		if (last != null) {
			try {
				last.close();
			}
			catch (RuntimeException ex) {
				logger.debug("The subscription to wake-up messages did not end well", ex);
			}
		}
	}

}
