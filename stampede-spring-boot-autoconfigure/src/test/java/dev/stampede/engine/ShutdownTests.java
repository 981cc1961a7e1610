package dev.stampede.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.stampede.StampedeOperations;
import dev.stampede.StampedeStoreException;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.InMemoryEntryStore;
import dev.stampede.store.InMemoryRedis;
import dev.stampede.store.StoreCommand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What closing the engine does to calls at every point of their path: some on real
 * threads, some step by step.
 */
@Timeout(60)
class ShutdownTests {

	private static final EntryKey KEY = EntryKey.of("sets", 1);

	private static final StampedePolicy POLICY = StampedePolicy.defaults();

	private final ManualFleet fleet = new ManualFleet();

	private final Node node = this.fleet.start("node",
			(builder) -> builder.coalesceReads(false).shutdownTimeout(Duration.ofMillis(1)));

	private final InMemoryRedis redis = new InMemoryRedis(System::nanoTime);

	private final InMemoryEntryStore store = this.redis.node("threads");

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final CountDownLatch reading = new CountDownLatch(1);

	private final CountDownLatch go = new CountDownLatch(1);

	@AfterEach
	void stop() {
		this.go.countDown();
		this.executor.shutdownNow();
		this.scheduler.shutdownNow();
	}

	@Test
	void callThatCameBeforeTheEndButBoardsAfterItJustRuns() throws Throwable {
		Caller late = this.node.call(KEY, POLICY).startSlowly();
		assertThat(late.at()).isEqualTo(Step.COMMAND);
		this.node.stampede().close();
		late.step();
		assertThat(late.readsSource()).isTrue();
		assertThat(this.node.stampede().flights("sets")).isZero();
		assertThat(late.reads("v").proceed().answer()).isEqualTo("v");
		assertThat(this.node.store().asked()).containsExactly("Read");
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void callWhoseReadFailsAfterTheEndJustRuns() throws Throwable {
		Caller late = this.node.call(KEY, POLICY).startSlowly();
		this.node.stampede().close();
		this.node.store().failOn(StoreCommand.Read.class);
		assertThat(late.step().reads("v").proceed().answer()).isEqualTo("v");
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void lockThatIsWonAfterTheEndIsGivenBack() {
		Caller contender = this.node.call(KEY, POLICY).startSlowly().step().step();
		assertThat(contender.at()).isEqualTo(Step.COMMAND);
		this.node.stampede().close();
		contender.proceed();
		assertThat(this.node.store().asked()).contains("Acquire");
		assertThatExceptionOfType(StampedeTimeoutException.class).isThrownBy(contender::answer)
			.withMessageContaining("shut down");
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void readIsNotStoredAfterAShutdownThatCouldNotReleaseItsLock() throws Throwable {
		Caller winner = this.node.call(KEY, POLICY).start().proceed();
		assertThat(winner.readsSource()).isTrue();
		this.node.store().failOn(StoreCommand.Release.class);
		this.node.stampede().close();
		this.node.store().recover();
		this.fleet.time().pass(2_000);
		assertThat(winner.reads("v").proceed().answer()).isEqualTo("v");
		assertThat(this.node.store().asked()).doesNotContain("Renew", "Fill");
		assertThat(this.fleet.redis().read(KEY).isPresent()).isFalse();
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void readWhoseFlightWasDetachedIsAwaited() throws Exception {
		StampedeEngine engine = engine(Duration.ofSeconds(30));
		StampedeOperations operations = StampedeEngine.operations(engine, this.store, PolicyResolver.builtIn());
		Future<@Nullable String> winner = this.executor
			.submit(() -> operations.get("sets", 1, String.class, this::read));
		this.reading.await();
		engine.evict(KEY);
		Future<?> closing = this.executor.submit(engine::close);
		Awaitility.await().until(() -> ((DefaultStampedeEngine) engine).engine().isClosing());
		assertThat(CompletableFuture.supplyAsync(() -> {
			try {
				closing.get(300, TimeUnit.MILLISECONDS);
				return "closed";
			}
			catch (Exception ex) {
				return "waits";
			}
		}, this.executor)).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("waits");
		this.go.countDown();
		closing.get(30, TimeUnit.SECONDS);
		assertThat(winner.get()).isEqualTo("v");
		assertThat(((DefaultStampedeEngine) engine).engine().flights().unfinished()).isEmpty();
	}

	@Test
	void lockOfADetachedReadIsGivenBack() throws Exception {
		StampedeEngine engine = engine(Duration.ofMillis(1));
		StampedeOperations operations = StampedeEngine.operations(engine, this.store, PolicyResolver.builtIn());
		Future<@Nullable String> winner = this.executor
			.submit(() -> operations.get("sets", 1, String.class, this::read));
		this.reading.await();
		this.store.failOn(StoreCommand.Evict.class);
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> engine.evict(KEY));
		assertThat(this.redis.holdsNoLocks()).isFalse();
		engine.close();
		assertThat(this.redis.holdsNoLocks()).isTrue();
		this.go.countDown();
		assertThat(winner.get()).isEqualTo("v");
		assertThat(this.redis.read(KEY).isPresent()).isFalse();
	}

	@Test
	void waitsForAnotherInstanceEndThoughNoTimerIsLeft() throws Exception {
		this.redis.node("other").execute(new StoreCommand.Acquire(KEY, "other:1", Duration.ofMinutes(1), 0));
		StampedeEngine engine = engine(Duration.ofMillis(1));
		StampedeOperations operations = StampedeEngine.operations(engine, this.store, PolicyResolver.builtIn());
		CompletableFuture<@Nullable String> async = operations.getAsync("sets", 1, String.class,
				() -> CompletableFuture.completedFuture("never"));
		Future<@Nullable String> blocked = this.executor
			.submit(() -> operations.get("sets", 1, String.class, () -> "never"));
		Awaitility.await().until(() -> this.store.asked().contains("Acquire"));
		engine.close();
		this.scheduler.shutdownNow();
		assertThat(async).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withCauseInstanceOf(StampedeTimeoutException.class);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> blocked.get(30, TimeUnit.SECONDS))
			.withCauseInstanceOf(StampedeTimeoutException.class);
	}

	private StampedeEngine engine(Duration shutdownTimeout) {
		return StampedeEngine.builder(this.store, this.executor, this.scheduler)
			.shutdownTimeout(shutdownTimeout)
			.listeners(List.of())
			.build();
	}

	private String read() throws InterruptedException {
		this.reading.countDown();
		this.go.await();
		return "v";
	}

}
