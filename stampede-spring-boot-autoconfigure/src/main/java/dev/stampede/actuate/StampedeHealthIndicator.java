package dev.stampede.actuate;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

import dev.stampede.event.Tally;
import dev.stampede.policy.RedisFailureMode;
import dev.stampede.store.EntryStore;
import dev.stampede.store.StoreState;

/**
 * Health indicator with details of the protection. It is never down by itself: contention
 * is normal. The contributor of Redis decides whether a lost Redis makes the application
 * unhealthy.
 *
 * @since 0.1.0
 */
public final class StampedeHealthIndicator extends AbstractHealthIndicator {

	private final EntryStore store;

	private final RedisFailureMode failureMode;

	/**
	 * Creates the indicator.
	 * @param store the store
	 * @param failureMode what happens while Redis does not answer
	 */
	public StampedeHealthIndicator(EntryStore store, RedisFailureMode failureMode) {
		super("The state of the protection cannot be told");
		this.store = store;
		this.failureMode = failureMode;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		StoreState state = this.store.state();
		builder.up()
			.withDetail("instance", this.store.instanceId())
			.withDetail("redis", Tally.name(state.condition()))
			.withDetail("since", state.since().toString())
			.withDetail("wakeUp", Tally.name(state.wakeUp()))
			.withDetail("mode", state.up() ? "protected" : Tally.name(this.failureMode));
	}

}
