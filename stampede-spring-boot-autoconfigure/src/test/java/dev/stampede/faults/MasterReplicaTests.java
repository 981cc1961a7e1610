package dev.stampede.faults;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

import dev.stampede.StampedeOperations;
import dev.stampede.redis.RedisEntryStore;
import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Boot applications that know their master and its replica by address and prefer the
 * replica for their own reads.
 */
class MasterReplicaTests {

	private static final String ENTRY = "stampede:prices::key";

	private final ReplicaPair pair = new ReplicaPair();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
		this.pair.close();
	}

	@Test
	void loserIsWokenByAMessage() throws Exception {
		try (ConfigurableApplicationContext winner = start(); ConfigurableApplicationContext loser = start()) {
			AppInstance.until(() -> wakeUp(winner) == WakeUp.SUBSCRIBED && wakeUp(loser) == WakeUp.SUBSCRIBED);
			GatedSource source = new GatedSource("value");
			CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> get(winner, source), this.threads);
			source.awaitRead();
			CompletableFuture<String> second = CompletableFuture.supplyAsync(() -> get(loser, source), this.threads);
			AppInstance.until(() -> Long.valueOf(1).equals(this.pair.master().call("EXISTS", "wait:{" + ENTRY + "}")));
			source.open();
			// polls are half a minute apart
			assertThat(second).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("value");
			assertThat(first).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("value");
			assertThat(source.reads()).isOne();
		}
	}

	@Test
	@Injects(InjectedFault.REPLICA_LAGS)
	void laggingReplicaIsNeverAsked() {
		try (ConfigurableApplicationContext first = start(); ConfigurableApplicationContext second = start()) {
			AtomicInteger reads = new AtomicInteger();
			GatedSource source = GatedSource.open("old");
			assertThat(get(first, source)).isEqualTo("old");
			AppInstance.until(() -> String.valueOf(this.pair.replica().call("GET", ENTRY)).endsWith("\"old\""));
			this.pair.cut();
			first.getBean(StampedeOperations.class).put("prices", "key", "new");
			first.getBean(StampedeOperations.class)
				.get("prices", "later", String.class, () -> "later" + reads.incrementAndGet());
			assertThat(second.getBean(StringRedisTemplate.class).opsForValue().get(ENTRY)).endsWith("\"old\"");
			assertThat(get(second, source)).isEqualTo("new");
			assertThat(second.getBean(StampedeOperations.class)
				.get("prices", "later", String.class, () -> "later" + reads.incrementAndGet())).isEqualTo("later1");
			second.getBean(StampedeOperations.class).evict("prices", "key");
			assertThat(get(first, GatedSource.open("newer"))).isEqualTo("newer");
			assertThat(get(second, source)).isEqualTo("newer");
			assertThat(source.reads()).isOne();
			assertThat(reads).hasValue(1);
		}
	}

	private ConfigurableApplicationContext start() {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(
					"spring.data.redis.masterreplica.nodes=" + address(this.pair.master()) + ","
							+ address(this.pair.replica()),
					"spring.data.redis.lettuce.read-from=replica-preferred", "stampede.redis-timeout=5s",
					"stampede.poll-interval=30s", "stampede.poll-interval-max=30s", "stampede.defaults.lock-ttl=60s",
					"stampede.defaults.wait-timeout=90s")
			.run();
	}

	private static String address(RedisServer server) {
		return server.host() + ":" + server.port();
	}

	private static WakeUp wakeUp(ConfigurableApplicationContext context) {
		return context.getBean(RedisEntryStore.class).state().wakeUp();
	}

	private static String get(ConfigurableApplicationContext context, GatedSource source) {
		String value = context.getBean(StampedeOperations.class).get("prices", "key", String.class, source);
		return (value != null) ? value : "null";
	}

	/**
	 * Nothing but what auto-configuration makes.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
