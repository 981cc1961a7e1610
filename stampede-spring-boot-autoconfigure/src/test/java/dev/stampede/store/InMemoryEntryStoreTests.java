package dev.stampede.store;

import java.time.Duration;

import dev.stampede.testing.ManualScheduler;

/**
 * Holds the store that tests of the engine use to what the real one does.
 */
class InMemoryEntryStoreTests extends EntryStoreContract {

	private final ManualScheduler time = new ManualScheduler();

	private final InMemoryRedis redis = new InMemoryRedis(this.time::now);

	private final InMemoryEntryStore first = this.redis.node("a");

	private final InMemoryEntryStore second = this.redis.node("b");

	@Override
	protected EntryStore first() {
		return this.first;
	}

	@Override
	protected EntryStore second() {
		return this.second;
	}

	@Override
	protected long ticker() {
		return this.time.now();
	}

	@Override
	protected void pass(Duration passed) {
		this.time.pass(passed.toMillis());
	}

}
