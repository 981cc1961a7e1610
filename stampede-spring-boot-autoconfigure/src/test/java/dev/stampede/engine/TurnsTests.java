package dev.stampede.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.stampede.OnLose;
import dev.stampede.StampedeException;
import dev.stampede.StampedeOperations;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.InMemoryEntryStore;
import dev.stampede.store.InMemoryRedis;
import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Turns of asynchronous calls on executors that fail, that are blocked, and for crowds.
 */
@Timeout(60)
class TurnsTests {

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final StampedePolicy POLICY = Policies.policy().onLose(OnLose.POLL).waitTimeout(20_000).build();

	private static final int CROWD = 5_000;

	private final InMemoryRedis redis = new InMemoryRedis(System::nanoTime);

	private final InMemoryEntryStore store = this.redis.node("node");

	/** A thread for each task, as the default executor without virtual threads. */
	private final ThreadPoolExecutor threads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.MINUTES,
			new SynchronousQueue<>());

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final List<StampedeEngine> engines = new ArrayList<>();

	@AfterEach
	void stop() {
		this.engines.forEach(StampedeEngine::close);
		this.threads.shutdownNow();
		this.scheduler.shutdownNow();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6 })
	void executorThatHasNoThreadForOneTaskWedgesNoKey(int failing) {
		AtomicInteger tasks = new AtomicInteger();
		StampedeOperations operations = operations((task) -> {
			if (tasks.incrementAndGet() == failing) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			this.threads.execute(task);
		});
		for (int i = 0; i < 3; i++) {
			List<CompletableFuture<@Nullable String>> answers = new ArrayList<>();
			for (int caller = 0; caller < 3; caller++) {
				answers.add(operations.getAsync("sets", "EMS0", String.class,
						() -> CompletableFuture.completedFuture("v1")));
			}
			answers.forEach((answer) -> assertThat(
					answer.orTimeout(10, TimeUnit.SECONDS).exceptionally(Throwable::toString).join())
				.matches("v1|.*OutOfMemoryError: .*"));
			operations.evict("sets", "EMS0");
		}
		assertThat(operations.getAsync("sets", "EMS0", String.class, () -> CompletableFuture.completedFuture("v2"))
			.orTimeout(10, TimeUnit.SECONDS)
			.join()).isEqualTo("v2");
	}

	@Test
	void crowdOfOneKeyNeedsNoMoreThreadsThanThereAreProcessors() {
		StampedeEngine engine = engine(this.threads);
		CallSpec<String> spec = new CallSpec<>("sets", POLICY, new SlowCodec());
		CompletableFuture<@Nullable String> source = new CompletableFuture<>();
		List<CompletableFuture<@Nullable String>> answers = new ArrayList<>();
		for (int i = 0; i < CROWD; i++) {
			answers.add(engine.callAsync(spec, KEY, new Source(source)));
		}
		source.complete("v1");
		answers.forEach((answer) -> assertThat(answer.join()).isEqualTo("v1"));
		assertThat(this.threads.getLargestPoolSize())
			.isLessThanOrEqualTo(2 * Runtime.getRuntime().availableProcessors() + 4);
	}

	@Test
	void turnsThatUsersBlockHoldUpNoOther() throws InterruptedException {
		StampedeOperations operations = operations(this.threads);
		int blocked = 4 * Runtime.getRuntime().availableProcessors();
		CountDownLatch all = new CountDownLatch(blocked);
		CountDownLatch open = new CountDownLatch(1);
		List<CompletableFuture<?>> waiting = new ArrayList<>();
		for (int i = 0; i < blocked; i++) {
			CompletableFuture<String> source = new CompletableFuture<>();
			waiting.add(operations.getAsync("sets", i, String.class, () -> source).thenApply((value) -> {
				all.countDown();
				return await(open);
			}));
			source.complete("v");
		}
		assertThat(all.await(20, TimeUnit.SECONDS)).as("each is in the middle of its turn").isTrue();
		assertThat(operations.getAsync("sets", "other", String.class, () -> CompletableFuture.completedFuture("v"))
			.orTimeout(20, TimeUnit.SECONDS)
			.join()).isEqualTo("v");
		open.countDown();
		waiting.forEach(CompletableFuture::join);
	}

	@Test
	void timerThatFailsOnceDoesNotEndTheWatchOverTurns() throws InterruptedException {
		AtomicInteger timers = new AtomicInteger();
		ScheduledThreadPoolExecutor failing = new ScheduledThreadPoolExecutor(1) {

			@Override
			public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
				if (timers.incrementAndGet() == 1) {
					throw new OutOfMemoryError("unable to create native thread");
				}
				return super.schedule(task, delay, unit);
			}

		};
		CountDownLatch open = new CountDownLatch(1);
		CountDownLatch taken = new CountDownLatch(1);
		try {
			TurnExecutor turns = new TurnExecutor(this.threads, new Timers(System::nanoTime, failing));
			for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
				turns.execute(() -> await(open));
			}
			assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> turns.execute(() -> {
			}));
			turns.execute(taken::countDown);
			assertThat(taken.await(10, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			open.countDown();
			failing.shutdownNow();
		}
	}

	private StampedeOperations operations(Executor executor) {
		return StampedeEngine.operations(engine(executor), this.store, PolicyResolver.builtIn());
	}

	private StampedeEngine engine(Executor executor) {
		StampedeEngine engine = StampedeEngine.builder(this.store, executor, this.scheduler).build();
		this.engines.add(engine);
		return engine;
	}

	private static boolean await(CountDownLatch latch) {
		try {
			return latch.await(30, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** A source that ends when the test says so. */
	private record Source(CompletableFuture<@Nullable String> future) implements SourceCall.Async<String> {

		@Override
		public CompletionStage<@Nullable String> read() {
			return this.future;
		}

		@Override
		public CompletionStage<@Nullable String> defaultValue(StampedeException reason) {
			throw new UnsupportedOperationException("Nobody gets a default");
		}

	}

	/** Takes a good part of a millisecond of the processor to decode. */
	private static final class SlowCodec implements ValueCodec<String> {

		private static final int ROUNDS = 20_000;

		@Override
		public byte[] encode(Object value) {
			return value.toString().getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public String decode(byte[] payload) {
			CRC32 work = new CRC32();
			for (int i = 0; i < ROUNDS; i++) {
				work.update(payload);
			}
			return (work.getValue() >= 0) ? new String(payload, StandardCharsets.UTF_8) : "";
		}

	}

}
