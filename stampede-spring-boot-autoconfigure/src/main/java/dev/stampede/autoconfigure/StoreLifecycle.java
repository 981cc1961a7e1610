package dev.stampede.autoconfigure;

import org.springframework.context.SmartLifecycle;

import dev.stampede.redis.RedisEntryStore;

/**
 * Lifecycle of the connections to Redis: made when the context starts, after connection
 * factories, and given up when it stops or is paused. A context that is refreshed but
 * never started, as in a training run, connects nothing.
 */
final class StoreLifecycle implements SmartLifecycle {

	/** Stopped after the engine, which gives locks back. */
	static final int PHASE = EngineShutdown.PHASE - 1;

	private final RedisEntryStore store;

	private volatile boolean running;

	StoreLifecycle(RedisEntryStore store) {
		this.store = store;
	}

	@Override
	public void start() {
		this.store.start();
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		this.store.stop();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
