package dev.stampede.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.StampedeInterruptedException;
import dev.stampede.StampedeStoreException;
import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition;
import dev.stampede.store.Acquisition.Outcome;
import dev.stampede.store.Entry;
import dev.stampede.store.EntryStore;
import dev.stampede.store.Failing;
import dev.stampede.store.Filling;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.StorePhase;
import dev.stampede.store.StoreState.Condition;
import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisServer;
import dev.stampede.testing.RespClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * What a store does while its Redis is down, hangs, restarts or refuses, for one driver.
 */
abstract class OutageContract {

	static final Duration LONG = Duration.ofSeconds(30);

	private static final EntryKey KEY = new EntryKey("sets", "EMS0");

	private static final String LOCK = "lock:{stampede:sets::EMS0}";

	final RedisServer server = RedisServer.start();

	private final ExecutorService executor = Executors.newFixedThreadPool(4);

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final List<StorePhase> failures = new CopyOnWriteArrayList<>();

	private volatile Runnable onFailure = () -> {
	};

	final List<Boolean> subscriptions = new CopyOnWriteArrayList<>();

	private final List<EntryKey> evicted = new CopyOnWriteArrayList<>();

	final RedisEntryStore store = store("a");

	abstract RedisConnectionFactory connectionFactory(String host, int port);

	@AfterEach
	void close() {
		this.store.close();
		this.executor.shutdownNow();
		this.scheduler.shutdownNow();
		this.server.close();
	}

	@Test
	void storeIsMadeWhileRedisIsDownAndRecovers() {
		this.server.kill();
		this.store.listen(listener());
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::read);
		assertThat(this.store.state().up()).isFalse();
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::read);
		assertThat(this.failures).containsOnlyOnce(StorePhase.GET);
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::evict);
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::evict);
		assertThat(this.failures).filteredOn(StorePhase.EVICT::equals).hasSize(2);
		this.server.restart();
		until(() -> answers(this::read));
		until(() -> this.store.state().up() && this.store.state().wakeUp() == WakeUp.SUBSCRIBED);
	}

	@Test
	void storeThatIsListenedToConnectsAhead() {
		this.store.listen(listener());
		until(() -> String.valueOf(this.server.call("INFO", "commandstats")).contains("cmdstat_time:calls=1,"));
	}

	@Test
	void redisThatHangsAtTheStartHoldsNoCallForLong() {
		this.server.pause();
		this.store.listen(listener());
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::read);
		long start = System.nanoTime();
		until(() -> !answers(this::read) && !this.store.state().up());
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
		this.server.resume();
		until(() -> answers(this::read));
	}

	@Test
	void asynchronousCommandsFailWhileRedisIsDown() {
		this.server.kill();
		assertThat(this.store.executeAsync(new StoreCommand.Read(KEY))).failsWithin(LONG)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(StampedeStoreException.class);
		this.server.restart();
		until(() -> answers(() -> this.store.executeAsync(new StoreCommand.Read(KEY)).toCompletableFuture().join()));
	}

	@Test
	void killedRedisIsSkippedAtOnceAndUsedAgain() {
		read();
		this.server.kill();
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::read);
		until(() -> !this.store.state().up());
		this.server.restart();
		until(() -> answers(this::read));
		assertThat(acquire("a:1").outcome()).isEqualTo(Outcome.WON);
		assertThat(this.store.state().up()).isTrue();
	}

	@Test
	void asynchronousAcquireThatGetsNoAnswerInTimeLeavesNoLock() {
		acquire("a:0");
		release("a:0");
		this.server.pause();
		assertThat(this.store.executeAsync(new StoreCommand.Acquire(KEY, "a:1", LONG, 0))).failsWithin(LONG);
		this.server.resume();
		until(() -> Long.valueOf(0).equals(this.server.call("EXISTS", "lock:{stampede:sets::EMS0}"))
				&& answers(() -> this.store.executeAsync(new StoreCommand.Read(KEY)).toCompletableFuture().join()));
	}

	@Test
	void fillRefusedForWantOfMemoryGivesTheLockBack() {
		assertThat(acquire("a:1").outcome()).isEqualTo(Outcome.WON);
		this.server.call("CONFIG", "SET", "maxmemory", "1");
		Filling filling = new Filling(false, new byte[] { 1 }, LONG, LONG, LONG, Duration.ZERO);
		assertThatExceptionOfType(StampedeStoreException.class)
			.isThrownBy(() -> this.store.execute(new StoreCommand.Fill(KEY, "a:1", filling)));
		until(() -> Long.valueOf(0).equals(this.server.call("EXISTS", "lock:{stampede:sets::EMS0}")));
		assertThat(this.store.state().up()).isTrue();
	}

	@Test
	@Injects(InjectedFault.OUT_OF_MEMORY)
	void redisWithoutMemoryStillServesHitsAndEvicts() {
		fill("a:1");
		long stamp = read().stamp();
		this.server.call("CONFIG", "SET", "maxmemory", "1");
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> acquire("a:2", stamp))
			.withMessageContaining("OOM");
		assertThat(this.store.state().condition()).isEqualTo(Condition.WRITES_REFUSED);
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> acquire("a:2", stamp))
			.withMessageContaining("skipped");
		assertThat(read().isPresent()).isTrue();
		assertThat(evict()).isTrue();
		assertThat(read().isPresent()).isFalse();
		this.server.call("CONFIG", "SET", "maxmemory", "0");
		until(() -> answers(() -> acquire("a:3", 0)));
		assertThat(this.store.state().condition()).isEqualTo(Condition.UP);
	}

	@Test
	void lockIsSeenAndGivenUpThoughThereIsNoMemoryForAMark() {
		fill("a:0");
		long stamp = read().stamp();
		assertThat(acquire("a:1", stamp).outcome()).isEqualTo(Outcome.WON);
		this.server.call("CONFIG", "SET", "maxmemory", "1");
		assertThat(acquire("a:2", stamp).outcome()).isEqualTo(Outcome.HELD);
		Failing reply = this.store.execute(new StoreCommand.Fail(KEY, "a:1", LONG, true));
		assertThat(reply.owner()).isTrue();
		assertThat(reply.copy().isPresent()).isTrue();
		assertThat(this.server.call("EXISTS", LOCK)).isEqualTo(0L);
	}

	@Test
	@Injects(InjectedFault.MASTER_DEMOTED)
	void demotedMasterIsSkippedUntilItIsAMasterAgain() {
		fill("a:1");
		long stamp = read().stamp();
		this.server.call("REPLICAOF", this.server.host(), "1");
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> acquire("a:2", stamp))
			.withMessageContaining("READONLY");
		assertThat(this.store.state().condition()).isEqualTo(Condition.READ_ONLY);
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::read).withMessageContaining("skipped");
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::evict);
		until(() -> answers(this::read));
		assertThat(this.store.state().up()).isFalse();
		this.server.call("REPLICAOF", "NO", "ONE");
		until(() -> answers(this::read) && this.store.state().up());
	}

	@Test
	void hungRedisIsSkippedAfterThreeTimeouts() {
		read();
		this.server.pause();
		for (int i = 0; i < 3; i++) {
			assertThat(this.store.state().up()).isTrue();
			assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::read);
		}
		assertThat(this.store.state().up()).isFalse();
		int counted = this.failures.size();
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::read).withMessageContaining("skipped");
		assertThat(this.failures).hasSize(counted);
		this.server.resume();
		until(() -> answers(this::read));
		assertThat(this.store.state().up()).isTrue();
	}

	@Test
	void asynchronousCallersOfARedisThatHangsDoNotWaitForEachOther() {
		read();
		this.server.pause();
		long start = System.nanoTime();
		List<CompletableFuture<Entry>> reads = new ArrayList<>();
		for (int i = 0; i < 500; i++) {
			reads.add(this.store.executeAsync(new StoreCommand.Read(KEY)).toCompletableFuture());
		}
		assertThat(reads).allSatisfy((read) -> assertThat(read).failsWithin(LONG));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
		this.server.resume();
		until(() -> answers(this::read));
	}

	@Test
	void acquireThatTimedOutLeavesNoLock() {
		acquire("a:0");
		release("a:0");
		this.server.pause();
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> acquire("a:1"));
		this.server.resume();
		until(() -> Long.valueOf(0).equals(this.server.call("EXISTS", LOCK)));
		until(() -> answers(this::read));
		assertThat(acquire("a:2").outcome()).isEqualTo(Outcome.WON);
	}

	@Test
	void interruptedCallerIsToldAndLeavesNoLock() {
		acquire("a:0");
		release("a:0");
		Thread.currentThread().interrupt();
		try {
			if (acquire("a:1").outcome() == Outcome.WON) {
				release("a:1"); // a driver that cannot be interrupted
			}
		}
		catch (StampedeInterruptedException ex) {
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		}
		finally {
			assertThat(Thread.interrupted()).isTrue();
		}
		until(() -> Long.valueOf(0).equals(this.server.call("EXISTS", LOCK)));
		assertThat(this.store.state().up()).isTrue();
	}

	@Test
	void faultsOfOneKeySkipNothing() {
		this.server.call("LPUSH", "stampede:sets::EMS0", "a");
		for (int i = 0; i < 5; i++) {
			assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::read)
				.withMessageContaining("WRONGTYPE");
			assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> acquire("a:1"))
				.withMessageContaining("WRONGTYPE");
		}
		assertThat(this.store.state().up()).isTrue();
		assertThat(evict()).isTrue();
		assertThat(acquire("a:1").outcome()).isEqualTo(Outcome.WON);
	}

	@Test
	void keyOfAnotherTypeIsRemovedByEveryWriter() {
		Filling value = new Filling(false, new byte[] { 1 }, LONG, LONG, LONG, Duration.ZERO);
		List<Runnable> writers = List.of(this::evict, () -> this.store.execute(new StoreCommand.Clear("sets")), () -> {
			this.store.execute(new StoreCommand.Seize(KEY, "a:1", LONG));
			this.store.execute(new StoreCommand.Fill(KEY, "a:1", value));
		});
		for (Runnable writer : writers) {
			this.server.call("LPUSH", "stampede:sets::EMS0", "a");
			assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(this::read);
			writer.run();
			assertThatNoException().isThrownBy(this::read);
		}
		assertThat(read().isPresent()).isTrue();
	}

	@Test
	@Injects(InjectedFault.CALLBACK_SLOW)
	void listenerThatBlocksHoldsUpNoOtherKey() throws InterruptedException {
		acquire("a:0");
		release("a:0");
		CountDownLatch told = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		this.onFailure = () -> {
			told.countDown();
			try {
				go.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		};
		this.server.call("LPUSH", "stampede:sets::other", "a");
		CompletionStage<Entry> failing = this.store.executeAsync(new StoreCommand.Read(new EntryKey("sets", "other")));
		told.await();
		for (int i = 0; i < 3; i++) {
			assertThat(read().isPresent()).isFalse();
			assertThat(this.store.executeAsync(new StoreCommand.Read(KEY))).succeedsWithin(LONG);
		}
		go.countDown();
		assertThat(failing).failsWithin(LONG);
	}

	@Test
	void subscriptionComesBack() {
		this.store.listen(listener());
		until(() -> this.store.state().wakeUp() == WakeUp.SUBSCRIBED);
		this.server.call("CLIENT", "KILL", "TYPE", "pubsub");
		until(() -> this.subscriptions.equals(List.of(true, false, true)));
		RedisEntryStore other = store("b");
		other.execute(new StoreCommand.Evict(KEY));
		until(() -> this.evicted.contains(KEY));
		other.close();
	}

	@Test
	void subscriptionThatIsRefusedForNowIsTriedAgain() {
		read();
		try (RespClient admin = RespClient.connect(this.server.host(), this.server.port())) {
			admin.call("CONFIG", "SET", "maxclients", "1");
			this.store.listen(listener());
			until(() -> this.failures.contains(StorePhase.SUBSCRIBE));
			assertThat(this.store.state().wakeUp()).isEqualTo(WakeUp.SUBSCRIBING);
			admin.call("CONFIG", "SET", "maxclients", "1000");
			until(() -> this.store.state().wakeUp() == WakeUp.SUBSCRIBED);
		}
	}

	@Test
	void deniedChannelLeavesPolling() {
		this.server.call("ACL", "SETUSER", "default", "resetchannels");
		this.store.listen(listener());
		until(() -> this.store.state().wakeUp() == WakeUp.POLLING);
		acquire("a:1");
		Filling value = new Filling(false, new byte[] { 1 }, LONG, LONG, LONG, Duration.ZERO);
		assertThat(this.store.execute(new StoreCommand.Fill(KEY, "a:1", value))).isTrue();
		assertThat(evict()).isTrue();
		assertThatNoException().isThrownBy(() -> this.store.execute(new StoreCommand.Clear("sets")));
	}

	final RedisEntryStore store(String instanceId) {
		return RedisEntryStore
			.builder(connectionFactory(this.server.host(), this.server.port()), this.executor, this.scheduler)
			.instanceId(instanceId)
			.timeout(Duration.ofMillis(400))
			.retryAfter(Duration.ofMillis(500))
			.listener(new StampedeListener() {
				@Override
				public void storeFailed(String cacheName, StorePhase phase) {
					OutageContract.this.failures.add(phase);
					OutageContract.this.onFailure.run();
				}
			})
			.build();
	}

	final Entry read() {
		return this.store.execute(new StoreCommand.Read(KEY));
	}

	private Acquisition acquire(String token) {
		return acquire(token, 0);
	}

	private Acquisition acquire(String token, long seenStamp) {
		return this.store.execute(new StoreCommand.Acquire(KEY, token, LONG, seenStamp));
	}

	private void fill(String token) {
		acquire(token);
		Filling value = new Filling(false, new byte[] { 1 }, Duration.ofMillis(1), LONG, LONG, Duration.ZERO);
		assertThat(this.store.execute(new StoreCommand.Fill(KEY, token, value))).isTrue();
	}

	private void release(String token) {
		this.store.execute(new StoreCommand.Release(KEY, token));
	}

	private boolean evict() {
		return this.store.execute(new StoreCommand.Evict(KEY));
	}

	final EntryStore.Listener listener() {
		return new EntryStore.Listener() {

			@Override
			public void filled(EntryKey key, @Nullable String trace) {
			}

			@Override
			public void freed(EntryKey key) {
			}

			@Override
			public void evicted(EntryKey key) {
				OutageContract.this.evicted.add(key);
			}

			@Override
			public void cleared(String cacheName) {
			}

			@Override
			public void subscriptionChanged(boolean stands) {
				OutageContract.this.subscriptions.add(stands);
			}

		};
	}

	private static boolean answers(Callable<?> command) {
		try {
			command.call();
			return true;
		}
		catch (Exception ex) {
			return false;
		}
	}

	static void until(Callable<Boolean> condition) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(15))
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(10))
			.until(condition);
	}

}
