package dev.stampede.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.stampede.OnLose;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.InMemoryEntryStore;
import dev.stampede.store.InMemoryRedis;
import dev.stampede.testing.ManualScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an expiry costs Redis as the fleet grows: with losers that wait, losers that serve
 * stale copies, and near caches. The read takes 50 ms, and each JVM has several callers.
 * The figures are those of the table in {@code docs/performance.md}.
 */
class FleetGrowthTests {

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final int CALLERS = 3;

	private static final int READ_MILLIS = 50;

	private static final int TTL = 1_000;

	/** A look-up, the lock won, and the fill. */
	private static final int WINNER = 3;

	/** A look-up, the lock lost, two polls, and a look once the message has come. */
	private static final int WAITING_LOSER = 5;

	/** A look-up, and the lock lost. */
	private static final int SERVED_LOSER = 2;

	private final ManualScheduler time = new ManualScheduler();

	private final InMemoryRedis redis = new InMemoryRedis(this.time::now);

	private final List<CountingStore> stores = new ArrayList<>();

	private final List<Node> nodes = new ArrayList<>();

	@AfterEach
	void nothingIsLeft() {
		this.time.pass(60_000);
		assertThat(this.redis.holdsNoLocks()).isTrue();
		assertThat(this.time.pending()).isZero();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3, 10, 100, 1000 })
	void waitingLosersCostTheSameForEachJvm(int jvms) throws Throwable {
		StampedePolicy policy = Policies.policy().ttl(TTL).onLose(OnLose.POLL).build();
		assertThat(expire(jvms, policy)).isEqualTo(new Cost(WINNER + WAITING_LOSER * (jvms - 1), jvms - 1));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3, 10, 100, 1000 })
	void losersThatServeStaleCostALookUpAndARefusal(int jvms) throws Throwable {
		StampedePolicy policy = Policies.policy().ttl(TTL).onLose(OnLose.SERVE_STALE).build();
		assertThat(expire(jvms, policy)).isEqualTo(new Cost(WINNER + SERVED_LOSER * (jvms - 1), jvms - 1));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3, 10, 100, 1000 })
	void nearCachesCostNothingMore(int jvms) throws Throwable {
		this.redis.tellEveryFill();
		StampedePolicy policy = Policies.policy().ttl(TTL).onLose(OnLose.POLL).near(TTL, 10).build();
		assertThat(expire(jvms, policy)).isEqualTo(new Cost(WINNER + WAITING_LOSER * (jvms - 1), jvms - 1));
	}

	private Cost expire(int jvms, StampedePolicy policy) throws Throwable {
		for (int i = 0; i < jvms; i++) {
			CountingStore store = this.redis.join(new CountingStore(this.redis, "jvm" + i));
			this.stores.add(store);
			this.nodes.add(Node.start(store, this.time, (builder) -> builder));
		}
		Caller first = this.nodes.get(0).call(KEY, policy).start();
		first.reads("v1").proceed();
		this.time.pass(TTL);
		this.stores.forEach(CountingStore::forget);
		List<Caller> callers = new ArrayList<>();
		for (Node node : this.nodes) {
			for (int i = 0; i < CALLERS; i++) {
				callers.add(node.call(KEY, policy).start());
			}
		}
		for (int i = 0; i < READ_MILLIS; i++) {
			this.time.pass(1);
			callers.forEach(Caller::proceed);
		}
		List<Caller> winners = callers.stream().filter(Caller::readsSource).toList();
		assertThat(winners).hasSize(1);
		winners.get(0).reads("v2").proceed();
		for (Caller caller : callers) {
			assertThat(caller.proceed().answer()).isNotNull();
		}
		return new Cost(this.stores.stream().mapToInt((store) -> store.asked().size()).sum(),
				this.stores.stream().mapToInt((store) -> store.heard).sum());
	}

	/**
	 * What one expiry costs.
	 *
	 * @param commands commands of all JVMs
	 * @param messages messages delivered to JVMs
	 */
	private record Cost(int commands, int messages) {

	}

	/**
	 * A store that counts the messages that it hears.
	 */
	private static final class CountingStore extends InMemoryEntryStore {

		private int heard;

		private CountingStore(InMemoryRedis redis, String instanceId) {
			super(redis, instanceId);
		}

		@Override
		public void hear(Consumer<Listener> message) {
			this.heard++;
			super.hear(message);
		}

		private void forget() {
			forgetAsked();
			this.heard = 0;
		}

	}

}
