package dev.stampede.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.stampede.StampedeOperations;
import dev.stampede.event.StampedeObserver;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.store.InMemoryEntryStore;
import dev.stampede.store.InMemoryRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of calls whose observer fails, wherever it can.
 */
class GuardedObserverTests {

	private final InMemoryRedis redis = new InMemoryRedis(System::nanoTime);

	private final InMemoryEntryStore store = this.redis.node("node");

	private final ExecutorService executor = Executors.newFixedThreadPool(2);

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	@AfterEach
	void stop() {
		this.executor.shutdownNow();
		this.scheduler.shutdownNow();
	}

	@Test
	void observerThatCannotBeginHurtsNobody() {
		assertCallsSucceed(new Broken(true));
	}

	@Test
	void observerThatCannotGoOnHurtsNobody() {
		assertCallsSucceed(new Broken(false));
	}

	private void assertCallsSucceed(StampedeObserver observer) {
		StampedeEngine engine = StampedeEngine.builder(this.store, this.executor, this.scheduler)
			.observer(observer)
			.build();
		StampedeOperations calls = StampedeEngine.operations(engine, this.store, PolicyResolver.builtIn());
		assertThat(calls.<String>get("sets", 1, String.class, () -> "v")).isEqualTo("v");
		assertThat(calls.<String>getAsync("sets", 2, String.class, () -> CompletableFuture.completedFuture("w")).join())
			.isEqualTo("w");
		engine.close();
		assertThat(this.redis.holdsNoLocks()).isTrue();
	}

	/**
	 * Fails at once, or with each call to what it has begun.
	 *
	 * @param atOnce whether it begins nothing
	 */
	private record Broken(boolean atOnce) implements StampedeObserver, StampedeObserver.Observed {

		@Override
		public @Nullable Object current() {
			throw new IllegalStateException("broken observer");
		}

		@Override
		public Observed reading(String cacheName, @Nullable Object parent) {
			if (this.atOnce) {
				throw new IllegalStateException("broken observer");
			}
			return this;
		}

		@Override
		public Observed waiting(String cacheName, @Nullable Object parent) {
			return reading(cacheName, parent);
		}

		@Override
		public Scope open() {
			return () -> {
				throw new AssertionError("broken scope");
			};
		}

		@Override
		public @Nullable String traceParent() {
			throw new AssertionError("broken trace");
		}

		@Override
		public void ended(Enum<?> outcome, @Nullable Throwable failure, @Nullable String cause) {
			throw new AssertionError("broken end");
		}

	}

}
