package dev.stampede.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.ParameterizedTypeReference;

import dev.stampede.StampedeInterruptedException;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.event.RecordingListener;
import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.InMemoryEntryStore;
import dev.stampede.store.InMemoryRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Real threads and real time on the store in memory: callers that block and callers that
 * do not.
 */
@Timeout(30)
class DriversTests {

	private final InMemoryRedis redis = new InMemoryRedis(System::nanoTime);

	private final InMemoryEntryStore store = this.redis.node("node");

	private final ExecutorService executor = Executors.newFixedThreadPool(4);

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final RecordingListener events = new RecordingListener();

	private final StampedeEngine engine = StampedeEngine.builder(this.store, this.executor, this.scheduler)
		.listeners(List.of(this.events))
		.build();

	private final StampedeOperations operations = StampedeEngine.operations(this.engine, this.store,
			PolicyResolver.builtIn());

	private final ExecutorService callers = Executors.newCachedThreadPool();

	@AfterEach
	void stop() throws InterruptedException {
		this.engine.close();
		this.callers.shutdownNow();
		this.executor.shutdownNow();
		this.scheduler.shutdownNow();
		assertThat(this.callers.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
		assertThat(this.engine.flights("sets")).isZero();
		assertThat(this.redis.holdsNoLocks()).isTrue();
	}

	@Test
	void herdOfBlockedThreadsReadsOnceForEachOfManyKeys() throws Exception {
		AtomicInteger reads = new AtomicInteger();
		List<Future<@Nullable String>> answers = new ArrayList<>();
		CountDownLatch start = new CountDownLatch(1);
		for (int i = 0; i < 200; i++) {
			int key = i % 20;
			answers.add(this.callers.submit(() -> {
				start.await();
				return this.operations.get("sets", key, String.class, () -> {
					reads.incrementAndGet();
					return "v" + key;
				});
			}));
		}
		start.countDown();
		for (int i = 0; i < answers.size(); i++) {
			assertThat(answers.get(i).get()).isEqualTo("v" + i % 20);
		}
		assertThat(reads).hasValue(20);
	}

	@Test
	void sourceIsReadOnTheCallersOwnThread() {
		AtomicReference<Thread> reader = new AtomicReference<>();
		this.operations.get("sets", 1, String.class, () -> {
			reader.set(Thread.currentThread());
			return "v";
		});
		assertThat(reader).hasValue(Thread.currentThread());
	}

	@Test
	void checkedExceptionAndErrorComeOutAsThrown() {
		IOException checked = new IOException("source down");
		AssertionError error = new AssertionError("source broken");
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> this.operations.get("sets", 1, String.class, () -> {
				throw checked;
			}))
			.isSameAs(checked);
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.operations.get("sets", 2, String.class, () -> {
				throw error;
			}))
			.isSameAs(error);
	}

	@Test
	void interruptedWaiterLeavesWithItsFlagSetAndTheWinnerGoesOn() throws Exception {
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		Future<@Nullable String> winner = this.callers.submit(() -> this.operations.get("sets", 1, String.class, () -> {
			reading.countDown();
			go.await();
			return "v";
		}));
		reading.await();
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		Future<Boolean> waiter = this.callers.submit(() -> {
			thread.complete(Thread.currentThread());
			try {
				this.operations.get("sets", 1, String.class, () -> "never");
				return false;
			}
			catch (StampedeInterruptedException ex) {
				return Thread.currentThread().isInterrupted();
			}
		});
		Awaitility.await().until(() -> this.events.count("coalesced") == 1);
		thread.join().interrupt();
		assertThat(waiter.get()).isTrue();
		go.countDown();
		assertThat(winner.get()).isEqualTo("v");
	}

	@Test
	void interruptDuringTheReadIsKeptAndTheValueIsStoredAllTheSame() {
		String value = this.operations.get("sets", 1, String.class, () -> {
			Thread.currentThread().interrupt();
			return "v";
		});
		assertThat(Thread.interrupted()).isTrue();
		assertThat(value).isEqualTo("v");
		assertThat(this.events.counts()).containsEntry("released FILLED", 1);
	}

	@Test
	void callOfTheSameKeyInsideItsReadRunsTheSource() {
		String value = this.operations.get("sets", 1, String.class,
				() -> "outer " + this.operations.get("sets", 1, String.class, () -> "inner"));
		assertThat(value).isEqualTo("outer inner");
		assertThat(this.events.counts()).containsEntry("BYPASSED", 1).containsEntry("LOADED", 1);
	}

	@Test
	void nestedCallOfAnotherKeyWithTheSameHashIsACallOfItsOwn() {
		assertThat(EntryKey.of("sets", "Aa")).hasSameHashCodeAs(EntryKey.of("sets", "BB"));
		String value = this.operations.get("sets", "Aa", String.class,
				() -> "outer " + this.operations.get("sets", "BB", String.class, () -> "inner"));
		assertThat(value).isEqualTo("outer inner");
		assertThat(this.events.counts()).containsEntry("LOADED", 2).doesNotContainKey("BYPASSED");
		assertThat(this.operations.<String>get("sets", "BB", String.class, () -> "read again")).isEqualTo("inner");
	}

	@Test
	void crosswiseNestedCallsEndAtTheirDeadlines() throws Exception {
		PolicyResolver hasty = (cacheName, annotation) -> Policies.policy().waitTimeout(300).build();
		StampedeOperations impatient = StampedeEngine.operations(this.engine, this.store, hasty);
		CountDownLatch both = new CountDownLatch(2);
		List<Future<@Nullable String>> answers = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			int own = i;
			answers.add(this.callers.submit(() -> impatient.get("sets", own, String.class, () -> {
				both.countDown();
				both.await();
				return impatient.get("sets", 1 - own, String.class, () -> "never");
			})));
		}
		for (Future<@Nullable String> answer : answers) {
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer.get(5, TimeUnit.SECONDS))
				.withCauseInstanceOf(StampedeTimeoutException.class);
		}
	}

	@Test
	void asynchronousCallersShareOneReadAndBlockNobody() {
		CompletableFuture<String> source = new CompletableFuture<>();
		AtomicInteger reads = new AtomicInteger();
		List<CompletableFuture<@Nullable String>> answers = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			answers.add(this.operations.getAsync("sets", 1, String.class, () -> {
				reads.incrementAndGet();
				return source;
			}));
		}
		Awaitility.await().until(() -> reads.get() == 1);
		source.complete("v");
		answers.forEach((answer) -> assertThat(answer.join()).isEqualTo("v"));
		assertThat(reads).hasValue(1);
		assertThat(this.events.counts()).containsEntry("LOADED", 1);
	}

	@Test
	void asynchronousSourceIsStartedOnTheExecutor() {
		AtomicReference<Thread> reader = new AtomicReference<>();
		this.operations.getAsync("sets", 1, String.class, () -> {
			reader.set(Thread.currentThread());
			return CompletableFuture.completedFuture("v");
		}).join();
		assertThat(reader.get()).isNotNull().isNotSameAs(Thread.currentThread());
	}

	@Test
	void asynchronousFailureAndThrowAndMissingFutureReachTheCaller() {
		IOException failure = new IOException("source down");
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(this.operations.getAsync("sets", 1, String.class,
					() -> CompletableFuture.<String>failedFuture(failure))::join)
			.withCause(failure);
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(this.operations.getAsync("sets", 2, String.class, () -> {
				throw new IllegalArgumentException("bad argument");
			})::join)
			.withCauseInstanceOf(IllegalArgumentException.class);
		assertThat(this.redis.holdsNoLocks()).isTrue();
	}

	@Test
	void cancellingOneCallerLetsTheOthersHaveTheValue() {
		CompletableFuture<String> source = new CompletableFuture<>();
		CompletableFuture<@Nullable String> first = this.operations.getAsync("sets", 1, String.class, () -> source);
		CompletableFuture<@Nullable String> second = this.operations.getAsync("sets", 1, String.class, () -> source);
		Awaitility.await().until(() -> this.store.asked().contains("Acquire"));
		assertThat(first.cancel(true)).isTrue();
		source.complete("v");
		assertThat(second.join()).isEqualTo("v");
		assertThat(first).isCancelled();
	}

	@Test
	void cancellingTheLastCallerCancelsTheSourceAndGivesTheLockBack() {
		CompletableFuture<String> source = new CompletableFuture<>();
		AtomicInteger reads = new AtomicInteger();
		List<CompletableFuture<@Nullable String>> answers = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			answers.add(this.operations.getAsync("sets", 1, String.class, () -> {
				reads.incrementAndGet();
				return source;
			}));
		}
		Awaitility.await().until(() -> reads.get() == 1);
		answers.forEach((answer) -> answer.cancel(true));
		Awaitility.await().until(source::isCancelled);
		Awaitility.await().until(this.redis::holdsNoLocks);
		Awaitility.await().until(() -> this.engine.flights("sets") == 0);
	}

	@Test
	void cancelledSourceIsNotSharedAndTheNextCallerContendsAfresh() {
		List<CompletableFuture<String>> sources = List.of(new CompletableFuture<>(), new CompletableFuture<>());
		AtomicInteger reads = new AtomicInteger();
		List<CompletableFuture<@Nullable String>> answers = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			answers.add(this.operations.getAsync("sets", 1, String.class, () -> sources.get(reads.getAndIncrement())));
		}
		Awaitility.await().until(() -> reads.get() == 1);
		sources.get(0).cancel(true);
		Awaitility.await().until(() -> reads.get() == 2);
		sources.get(1).complete("v");
		Awaitility.await().until(() -> answers.stream().allMatch(CompletableFuture::isDone));
		assertThat(answers).filteredOn(CompletableFuture::isCompletedExceptionally).hasSize(1);
		assertThat(answers).filteredOn((answer) -> !answer.isCompletedExceptionally())
			.allSatisfy((answer) -> assertThat(answer.join()).isEqualTo("v"));
		assertThat(answers).filteredOn(CompletableFuture::isCompletedExceptionally)
			.allSatisfy((answer) -> assertThatExceptionOfType(CancellationException.class).isThrownBy(answer::join));
	}

	@Test
	void closingWaitsForRunningReads() throws Exception {
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		Future<@Nullable String> winner = this.callers.submit(() -> this.operations.get("sets", 1, String.class, () -> {
			reading.countDown();
			go.await();
			return "v";
		}));
		reading.await();
		Future<?> closing = this.callers.submit(this.engine::close);
		Awaitility.await()
			.untilAsserted(
					() -> assertThat(this.operations.get("sets", 2, String.class, () -> "plain")).isEqualTo("plain"));
		assertThat(closing.isDone()).isFalse();
		go.countDown();
		closing.get(5, TimeUnit.SECONDS);
		assertThat(winner.get()).isEqualTo("v");
		assertThat(this.events.counts()).containsEntry("released FILLED", 1);
	}

	@Test
	void readThatOutlivesTheShutdownIsNotStored() throws Exception {
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		StampedeEngine hasty = StampedeEngine.builder(this.redis.node("hasty"), this.executor, this.scheduler)
			.shutdownTimeout(Duration.ofMillis(50))
			.listeners(List.of(this.events))
			.build();
		StampedeOperations closing = StampedeEngine.operations(hasty, this.store, PolicyResolver.builtIn());
		Future<@Nullable String> winner = this.callers.submit(() -> closing.get("sets", 1, String.class, () -> {
			reading.countDown();
			go.await();
			return "v";
		}));
		reading.await();
		Future<@Nullable String> waiter = this.callers
			.submit(() -> closing.get("sets", 1, String.class, () -> "never"));
		Awaitility.await().until(() -> this.events.count("coalesced") == 1);
		hasty.close();
		assertThat(this.redis.holdsNoLocks()).isTrue();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(waiter::get)
			.withCauseInstanceOf(StampedeTimeoutException.class);
		go.countDown();
		assertThat(winner.get()).isEqualTo("v");
		assertThat(this.redis.read(EntryKey.of("sets", 1)).isPresent()).isFalse();
	}

	@Test
	void hotStaleEntryIsRefreshedInTheBackground() {
		StampedePolicy policy = Policies.policy().ttl(50).background().build();
		StampedeOperations background = StampedeEngine.operations(this.engine, this.store,
				(cacheName, annotation) -> policy);
		AtomicInteger reads = new AtomicInteger();
		Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> {
			background.get("sets", 1, String.class, () -> "v" + reads.incrementAndGet());
			return reads.get() >= 5;
		});
		assertThat(this.events.counts()).containsEntry("LOADED", 1);
	}

	@Test
	void executorThatRunsAtOnceCannotHarmThoseWhoAreWoken() {
		StampedeEngine direct = StampedeEngine.builder(this.redis.node("direct"), Runnable::run, this.scheduler)
			.listeners(List.of(this.events))
			.build();
		StampedeOperations calls = StampedeEngine.operations(direct, this.store, PolicyResolver.builtIn());
		CompletableFuture<String> source = new CompletableFuture<>();
		List<CompletableFuture<@Nullable String>> answers = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			answers.add(calls.getAsync("sets", 1, String.class, () -> source));
		}
		direct.evict(EntryKey.of("sets", 1));
		source.complete("v");
		answers.forEach((answer) -> assertThat(answer.join()).isEqualTo("v"));
		direct.close();
	}

	@Test
	void stageThatIsNoFutureEndsTheCallAllTheSame() {
		CompletionStage<String> stage = CompletableFuture.<String>completedFuture("v").minimalCompletionStage();
		assertThat(this.operations.getAsync("sets", 1, String.class, () -> stage).join()).isEqualTo("v");
	}

	@Test
	void collectionIsPutWithItsType() {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> this.operations.put("sets", 1, List.of("a")))
			.withMessageContaining("ParameterizedTypeReference");
		this.operations.put("sets", 1, new ParameterizedTypeReference<String>() {
		}, "v");
		assertThat(this.operations.get("sets", 1, String.class, () -> "never")).isEqualTo("v");
	}

	@Test
	void listenerHearsOfRenewalsOnTheExecutor() {
		AtomicReference<@Nullable String> thread = new AtomicReference<>();
		StampedeListener listener = new StampedeListener() {
			@Override
			public void renewed(String cacheName, Renewal outcome) {
				thread.set(Thread.currentThread().getName());
			}
		};
		ExecutorService named = Executors.newCachedThreadPool((task) -> new Thread(task, "told"));
		StampedeEngine renewing = StampedeEngine.builder(this.redis.node("renewing"), named, this.scheduler)
			.listeners(List.of(listener))
			.build();
		PolicyResolver policies = (cacheName, settings) -> Policies.policy().lockTtl(200).build();
		StampedeEngine.operations(renewing, this.store, policies).get("sets", 1, String.class, () -> {
			Awaitility.await().until(() -> thread.get() != null);
			return "v";
		});
		assertThat(thread).hasValue("told");
		renewing.close();
		named.shutdown();
	}

	@Test
	void readsOfOneCacheAreLimitedAcrossThreads() throws Exception {
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		StampedePolicy two = Policies.policy().maxConcurrentReads(2).waitTimeout(30_000).build();
		StampedeOperations limited = StampedeEngine.operations(this.engine, this.store, (cacheName, annotation) -> two);
		List<Future<@Nullable String>> answers = new ArrayList<>();
		for (int i = 0; i < 40; i++) {
			int key = i;
			answers.add(this.callers.submit(() -> limited.<String>get("sets", key, String.class, () -> {
				most.accumulateAndGet(running.incrementAndGet(), Math::max);
				running.decrementAndGet();
				return "v" + key;
			})));
		}
		for (int i = 0; i < 40; i++) {
			assertThat(answers.get(i).get(60, TimeUnit.SECONDS)).isEqualTo("v" + i);
		}
		assertThat(most.get()).isBetween(1, 2);
	}

	@Test
	void valueThatCannotBePutLeavesNothingOlderBehind() {
		this.operations.put("sets", "put", "old");
		assertThatIllegalArgumentException().isThrownBy(() -> this.operations.put("sets", "put", "unencodable"));
		assertThat(this.operations.<String>get("sets", "put", String.class, () -> "read")).isEqualTo("read");
	}

	@Test
	void throwingListenerHurtsNobody() {
		StampedeListener broken = new StampedeListener() {
			@Override
			public void requested(String cacheName, Request result) {
				throw new IllegalStateException("broken listener");
			}

			@Override
			public void lock(String cacheName, LockOutcome outcome) {
				throw new AssertionError("broken listener");
			}
		};
		StampedeEngine watched = StampedeEngine.builder(this.redis.node("watched"), this.executor, this.scheduler)
			.listeners(List.of(broken, this.events))
			.build();
		StampedeOperations calls = StampedeEngine.operations(watched, this.store, PolicyResolver.builtIn());
		assertThat(calls.get("sets", 1, String.class, () -> "v")).isEqualTo("v");
		assertThat(this.events.counts()).containsEntry("LOADED", 1).containsEntry("lock WON", 1);
		watched.close();
	}

}
