package dev.stampede.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

import dev.stampede.testing.RedisServer;
import dev.stampede.testing.RespClient;
import dev.stampede.testing.TcpRelay;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Redis of its own for every test, behind a relay, and instances on it. After every
 * test nothing may be left: no lock, no flight, no thread, no connection.
 */
@Timeout(60)
abstract class FaultContract {

	static final Duration LIMIT = Duration.ofSeconds(20);

	private static final Duration LEFTOVER_LIMIT = Duration.ofMillis(Instance.LOCK_MILLIS / 2);

	final RedisServer server = RedisServer.start();

	final TcpRelay relay = TcpRelay.to(this.server.host(), this.server.port());

	final Source source = new Source();

	private final ExecutorService callers = Executors.newCachedThreadPool();

	private final List<Instance> instances = new ArrayList<>();

	/**
	 * Returns the driver, as {@code spring.data.redis.client-type} names it.
	 */
	String driver() {
		return "lettuce";
	}

	@BeforeEach
	void loadScripts() {
		Script.loadAll(this.server);
	}

	@AfterEach
	void nothingIsLeft() throws InterruptedException {
		try {
			assertThat(Thread.interrupted()).isFalse();
			this.callers.shutdown();
			assertThat(this.callers.awaitTermination(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
			if (!this.server.isAlive()) {
				this.server.restart();
			}
			until(() -> assertThat(this.instances).filteredOn(Instance::isOpen).allMatch((it) -> it.flights() == 0));
			Awaitility.await("locks to go")
				.atMost(LEFTOVER_LIMIT)
				.pollInterval(Duration.ofMillis(10))
				.untilAsserted(() -> assertThat(keys("lock:*")).isEmpty());
			assertThat(keys("wait:*")).allMatch((mark) -> remainingMillis(mark) > 0);
			this.instances.forEach(Instance::close);
			until(() -> assertThat(clients()).as("connections").hasSize(1));
			until(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
				.noneMatch((name) -> name.startsWith("stampede-")));
		}
		finally {
			this.instances.forEach(Instance::close);
			this.callers.shutdownNow();
			this.relay.close();
			this.server.close();
		}
	}

	/**
	 * Starts an instance behind the relay that has made its connections.
	 */
	Instance instance(String... properties) throws Exception {
		Instance started = cold(properties);
		started.find("warm-up-" + this.instances.size());
		until(() -> assertThat(started.isSubscribed()).isTrue());
		return started;
	}

	/**
	 * Starts an instance behind the relay that may not have met Redis yet.
	 */
	Instance cold(String... properties) {
		return add(Instance.start(this.source, this.relay.host(), this.relay.port(), with(properties)));
	}

	/**
	 * Starts an instance that no fault of the relay meets, and that has made its
	 * connections.
	 */
	Instance beside(String... properties) throws Exception {
		Instance started = add(Instance.start(this.source, this.server.host(), this.server.port(), with(properties)));
		started.find("warm-up-" + this.instances.size());
		until(() -> assertThat(started.isSubscribed()).isTrue());
		return started;
	}

	/**
	 * Starts an instance behind the relay with one more bean or configuration.
	 */
	Instance instanceWith(Class<?> more, String... properties) throws Exception {
		Instance started = add(
				Instance.start(this.source, this.relay.host(), this.relay.port(), with(properties), more));
		started.find("warm-up-" + this.instances.size());
		return started;
	}

	Instance add(Instance started) {
		this.instances.add(started);
		return started;
	}

	Stream<String> with(String... properties) {
		return Stream.concat(Stream.of("spring.data.redis.client-type=" + driver()), Stream.of(properties));
	}

	/**
	 * Makes a call on a thread of its own.
	 */
	Future<@Nullable String> call(Callable<@Nullable String> call) {
		return this.callers.submit(call);
	}

	/**
	 * Makes calls, each on a thread of its own.
	 */
	List<Future<@Nullable String>> calls(int count, Callable<@Nullable String> call) {
		return Stream.generate(() -> call(call)).limit(count).toList();
	}

	static @Nullable String answer(Future<@Nullable String> call) throws Exception {
		return call.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
	}

	static String lock(String id) {
		return "lock:{stampede:prices::" + id + "}";
	}

	@Nullable Object redis(String... command) {
		return this.server.call(command);
	}

	boolean exists(String key) {
		return Long.valueOf(1).equals(redis("EXISTS", key));
	}

	/**
	 * Calls until Redis is no longer skipped.
	 */
	static void untilAnswered(Instance instance) {
		until(() -> {
			instance.find("any");
			assertThat(instance.store().state().up()).isTrue();
		});
	}

	static void until(ThrowingRunnable assertion) {
		Awaitility.await()
			.atMost(LIMIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(10))
			.untilAsserted(assertion);
	}

	private List<String> keys(String pattern) {
		try (RespClient client = RespClient.connect(this.server.host(), this.server.port())) {
			return client.keys(pattern);
		}
	}

	private long remainingMillis(String key) {
		return (redis("PTTL", key) instanceof Long millis) ? millis : -1;
	}

	private List<String> clients() {
		return String.valueOf(redis("CLIENT", "LIST")).lines().toList();
	}

}
