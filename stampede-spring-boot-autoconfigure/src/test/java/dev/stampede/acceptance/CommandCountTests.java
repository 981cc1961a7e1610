package dev.stampede.acceptance;

import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.ConfigurableApplicationContext;

import dev.stampede.redis.RedisEntryStore;
import dev.stampede.store.StoreState;
import dev.stampede.testing.MonitoredCommand;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.RedisMonitor;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Cost of a single call in Redis, as {@code MONITOR} shows it, with all connections open
 * and the scripts known to the server.
 */
@ExtendWith(RedisExtension.class)
class CommandCountTests {

	private final TestRedis redis;

	CommandCountTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void coldMissIsOneReadAndTwoScriptsAndHitIsOneRead() {
		try (SharedSource source = SharedSource.start();
				ConfigurableApplicationContext context = FleetApplication.run(this.redis, source);
				RedisMonitor monitor = this.redis.monitor()) {
			FleetMethods methods = context.getBean(FleetMethods.class);
			methods.poll("warm-up");
			awaitSubscription(context.getBean(RedisEntryStore.class));
			monitor.clear();
			assertThat(methods.poll("counted")).isEqualTo("value-1");
			assertThat(commands(monitor)).containsExactly("GET", "EVALSHA", "EVALSHA");
			monitor.clear();
			assertThat(methods.poll("counted")).isEqualTo("value-1");
			assertThat(commands(monitor)).containsExactly("GET");
		}
	}

	// it opens a connection of its own in the background, whose greeting would be counted
	private static void awaitSubscription(RedisEntryStore store) {
		Awaitility.await().until(() -> store.state().wakeUp() == StoreState.WakeUp.SUBSCRIBED);
	}

	private static List<String> commands(RedisMonitor monitor) {
		return monitor.all()
			.stream()
			.filter((command) -> !command.lua() && !command.name().equals("PING"))
			.map(MonitoredCommand::name)
			.toList();
	}

}
