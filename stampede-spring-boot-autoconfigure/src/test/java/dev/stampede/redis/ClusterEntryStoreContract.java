package dev.stampede.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.StampedeStoreException;
import dev.stampede.store.Acquisition.Outcome;
import dev.stampede.store.EntryStore;
import dev.stampede.store.EntryStoreContract;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The contract on a cluster of three masters, for one driver.
 */
abstract class ClusterEntryStoreContract extends EntryStoreContract {

	private static final int SLOTS = 16384;

	private static final List<RedisServer> servers = new ArrayList<>();

	private final ExecutorService executor = Executors.newFixedThreadPool(4);

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final String prefix = UUID.randomUUID() + ":";

	private final RedisEntryStore one = store("a");

	private final RedisEntryStore two = store("b");

	abstract RedisConnectionFactory connectionFactory(RedisClusterConfiguration configuration);

	@BeforeAll
	static void startCluster() {
		for (int node = 0; node < 3; node++) {
			RedisServer server = RedisServer.start("--cluster-enabled", "yes", "--cluster-node-timeout", "15000");
			servers.add(server);
			List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
			for (int slot = node; slot < SLOTS; slot += 3) {
				command.add(String.valueOf(slot));
			}
			server.call("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(node + 1));
			server.call(command.toArray(String[]::new));
			server.call("CLUSTER", "MEET", servers.get(0).host(), String.valueOf(servers.get(0).port()));
		}
		until(() -> servers.stream()
			.allMatch((server) -> String.valueOf(server.call("CLUSTER", "INFO")).contains("cluster_state:ok")
					&& String.valueOf(server.call("CLUSTER", "INFO")).contains("cluster_known_nodes:3")));
	}

	@AfterAll
	static void stopCluster() {
		servers.forEach(RedisServer::close);
		servers.clear();
	}

	@AfterEach
	void close() {
		this.one.close();
		this.two.close();
		this.executor.shutdownNow();
		this.scheduler.shutdownNow();
	}

	@Test
	void acquireEvictAndPutWorkWhileSlotMoves() {
		read(this.one);
		String entry = this.prefix + key();
		String slot = String.valueOf(servers.get(0).call("CLUSTER", "KEYSLOT", entry));
		int from = Integer.parseInt(slot) % 3;
		RedisServer source = servers.get(from);
		RedisServer target = servers.get((from + 1) % 3);
		target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", String.valueOf(source.call("CLUSTER", "MYID")));
		source.call("CLUSTER", "SETSLOT", slot, "MIGRATING", String.valueOf(target.call("CLUSTER", "MYID")));
		try {
			assertThat(read(this.one).isPresent()).isFalse();
			assertThat(acquire(this.one, "a:1").outcome()).isEqualTo(Outcome.WON);
			assertThat(acquire(this.one, "a:1").outcome()).isEqualTo(Outcome.WON);
			assertThat(acquire(this.two, "b:2").outcome()).isEqualTo(Outcome.HELD);
			assertThatExceptionOfType(StampedeStoreException.class)
				.isThrownBy(() -> fill(this.one, "a:1", "not stored", Duration.ofMinutes(1)));
			assertThat(acquire(this.two, "b:2").outcome()).isEqualTo(Outcome.WON);
			assertThat(evict(this.one)).isFalse();
			assertThat(release(this.two, "b:2")).isFalse();
			assertThat(this.one.execute(new StoreCommand.Seize(key(), "a:3", Duration.ofMinutes(1)))).isTrue();
			assertThat(fill(this.one, "a:3", "not stored", Duration.ofMinutes(1))).isFalse();
			assertThat(this.one.state().up()).isTrue();
		}
		finally {
			source.call("CLUSTER", "SETSLOT", slot, "STABLE");
			target.call("CLUSTER", "SETSLOT", slot, "STABLE");
		}
		assertThat(acquire(this.one, "a:4").outcome()).isEqualTo(Outcome.WON);
		assertThat(fill(this.one, "a:4", "stored", Duration.ofMinutes(1))).isTrue();
	}

	@Override
	protected EntryStore first() {
		return this.one;
	}

	@Override
	protected EntryStore second() {
		return this.two;
	}

	@Override
	protected long ticker() {
		return System.nanoTime();
	}

	@Override
	protected boolean hears(EntryStore store) {
		return ((RedisEntryStore) store).state().wakeUp() == WakeUp.SUBSCRIBED;
	}

	private RedisEntryStore store(String instanceId) {
		RedisClusterConfiguration configuration = new RedisClusterConfiguration();
		servers.forEach((server) -> configuration.clusterNode(server.host(), server.port()));
		return RedisEntryStore.builder(connectionFactory(configuration), this.executor, this.scheduler)
			.keyPrefix(this.prefix)
			.timeout(Duration.ofSeconds(3))
			.instanceId(instanceId)
			.build();
	}

}
