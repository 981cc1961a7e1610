package dev.stampede.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.store.Acquisition.Outcome;
import dev.stampede.store.EntryStore;
import dev.stampede.store.EntryStoreContract;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.MonitoredCommand;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.RedisMonitor;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract on a real Redis, for one driver.
 */
@ExtendWith(RedisExtension.class)
abstract class RedisEntryStoreContract extends EntryStoreContract {

	private final TestRedis redis;

	private final ExecutorService executor = Executors.newFixedThreadPool(4);

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final List<AutoCloseable> open = new ArrayList<>();

	private final RedisEntryStore one;

	private final RedisEntryStore two;

	RedisEntryStoreContract(TestRedis redis) {
		this.redis = redis;
		this.one = store("a");
		this.two = store("b");
	}

	abstract RedisConnectionFactory connectionFactory(String host, int port);

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

	@AfterEach
	void nothingIsLeft() throws Exception {
		for (AutoCloseable each : this.open) {
			each.close();
		}
		this.executor.shutdown();
		this.scheduler.shutdown();
		this.redis.call("DEL", "wait:{" + this.redis.keyPrefix() + key() + "}");
		assertThat(this.redis.locksAndMarks()).isEmpty();
		this.redis.clear();
	}

	@Test
	void warmHitIsOneGet() {
		until(() -> hears(this.two));
		acquire(this.one, "a:1");
		fill(this.one, "a:1", "value", Duration.ofMinutes(1));
		read(this.one);
		try (RedisMonitor monitor = this.redis.monitor()) {
			assertThat(text(read(this.one))).isEqualTo("value");
			assertThat(this.one.executeAsync(new StoreCommand.Read(key())).toCompletableFuture().join().isPresent())
				.isTrue();
			assertThat(dataCommands(monitor)).containsExactly("GET", "GET");
		}
	}

	private boolean asksForNothingInTheBackground() {
		try (RedisMonitor monitor = this.redis.monitor()) {
			read(this.two);
			read(this.two);
			return dataCommands(monitor).equals(List.of("GET", "GET"));
		}
	}

	@Test
	void firstReadAsksForTimeOnce() {
		until(() -> hears(this.two));
		until(this::asksForNothingInTheBackground);
		try (RedisMonitor monitor = this.redis.monitor()) {
			read(this.one);
			read(this.one);
			assertThat(dataCommands(monitor)).containsExactly("TIME", "GET", "GET");
		}
	}

	@Test
	void clearWalksThroughTheKeysTwice() {
		acquire(this.one, "a:1");
		fill(this.one, "a:1", "value", Duration.ofMinutes(1));
		try (RedisMonitor monitor = this.redis.monitor()) {
			this.one.execute(new StoreCommand.Clear("sets"));
			assertThat(dataCommands(monitor)).filteredOn("SCAN"::equals).hasSize(2);
		}
	}

	@Test
	void scriptsAreSentAgainAfterScriptFlush() {
		for (int i = 0; i < 3; i++) {
			this.redis.call("SCRIPT", "FLUSH");
			assertThat(acquire(this.one, "a:1").outcome()).isEqualTo(Outcome.WON);
			this.redis.call("SCRIPT", "FLUSH");
			assertThat(this.one.executeAsync(new StoreCommand.Release(key(), "a:1")).toCompletableFuture().join())
				.isTrue();
		}
	}

	@Test
	void lockWithoutExpiryIsReportedAndItsWaitMarkEnds() {
		this.redis.call("SET", "lock:{" + this.redis.keyPrefix() + key() + "}", "x:1");
		assertThat(acquire(this.one, "a:1").remainingMillis()).isNegative();
		assertThat((Long) this.redis.call("PTTL", "wait:{" + this.redis.keyPrefix() + key() + "}")).isPositive();
		evict(this.one);
	}

	@Test
	void foreignBytesAreRefilledUnderLock() {
		for (String foreign : List.of("", "{}", "ST", "ST\u0002 and forty characters more, to be long enough ...")) {
			this.redis.call("SET", this.redis.keyPrefix() + key(), foreign);
			assertThat(read(this.one).isPresent()).isFalse();
			assertThat(acquire(this.one, "a:1").outcome()).isEqualTo(Outcome.WON);
			assertThat(fill(this.one, "a:1", "value", Duration.ofMinutes(1))).isTrue();
			assertThat(text(read(this.one))).isEqualTo("value");
		}
	}

	private static List<String> dataCommands(RedisMonitor monitor) {
		Set<String> handshake = Set.of("HELLO", "AUTH", "CLIENT", "PING", "INFO");
		return monitor.all().stream().map(MonitoredCommand::name).filter((name) -> !handshake.contains(name)).toList();
	}

	private RedisEntryStore store(String instanceId) {
		RedisConnectionFactory application = connectionFactory(this.redis.host(), this.redis.port());
		RedisEntryStore store = RedisEntryStore.builder(application, this.executor, this.scheduler)
			.keyPrefix(this.redis.keyPrefix())
			.timeout(Duration.ofSeconds(5))
			.instanceId(instanceId)
			.build();
		this.open.add(store);
		if (application instanceof DisposableBean bean) {
			this.open.add(bean::destroy);
		}
		return store;
	}

}
