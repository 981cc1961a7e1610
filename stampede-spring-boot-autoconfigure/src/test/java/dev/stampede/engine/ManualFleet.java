package dev.stampede.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.stampede.store.InMemoryRedis;
import dev.stampede.testing.ManualScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes on one store in memory, on time that passes on demand, and the check that nothing
 * is left behind.
 */
final class ManualFleet {

	private final ManualScheduler time = new ManualScheduler();

	private final InMemoryRedis redis = new InMemoryRedis(this.time::now);

	private final List<Node> nodes = new ArrayList<>();

	Node start(String name) {
		return start(name, (builder) -> builder);
	}

	Node start(String name, UnaryOperator<StampedeEngine.Builder> customizer) {
		Node node = Node.start(this.redis.node(name), this.time, customizer);
		this.nodes.add(node);
		return node;
	}

	ManualScheduler time() {
		return this.time;
	}

	InMemoryRedis redis() {
		return this.redis;
	}

	/**
	 * Lets every lock and note end, then looks for flights, notes, permits, locks and
	 * timers.
	 */
	void assertNothingIsLeft() {
		this.time.pass(Duration.ofHours(1).toMillis());
		for (Node node : this.nodes) {
			assertThat(node.engine().flights().unfinished()).as("flights").isEmpty();
			assertThat(node.hasNotes()).as("notes").isFalse();
			assertThat(node.hasPermits()).as("permits").isFalse();
		}
		assertThat(this.redis.holdsNoLocks()).as("locks").isTrue();
		assertThat(this.time.pending()).as("timers").isZero();
	}

}
