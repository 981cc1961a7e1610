package dev.stampede.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.cache.Cache;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Caches that keep step with the caller's transaction, in two contexts on one Redis.
 */
@ExtendWith(RedisExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionalCacheTests {

	private final TestRedis redis;

	private final CountedSource source = new CountedSource();

	private final PooledTransactionManager transactions = new PooledTransactionManager(10);

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	TransactionalCacheTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeAll
	void start() {
		for (int i = 0; i < 2; i++) {
			this.contexts.add(CachedApplication.run(this.redis, this.source, "stampede.cache-manager=true",
					"stampede.defaults.transaction-aware=true", "stampede.caches.monos.transaction-aware=false",
					"stampede.defaults.wait-timeout=20s", "stampede.caches.tuples.lock-ttl=200ms",
					"stampede.caches.tuples.lock-max-hold=400ms"));
		}
	}

	@AfterAll
	void stop() {
		this.executor.shutdownNow();
		this.contexts.forEach(ConfigurableApplicationContext::close);
	}

	@AfterEach
	void clear() {
		this.redis.assertNoLocksLeft();
		this.redis.clear();
		this.source.reset();
	}

	@Test
	void readInATransactionHoldsItsLockUntilTheCommit() throws Exception {
		Future<Price> elsewhere = inTransaction(() -> {
			assertThat(one().find("a")).isEqualTo(Price.of("a", 1));
			Future<Price> waiting = this.executor.submit(() -> other().find("a"));
			awaitWaiter("a");
			assertThat(waiting).isNotDone();
			assertThat(stored("a")).isFalse();
			return waiting;
		});
		assertThat(elsewhere.get(10, TimeUnit.SECONDS)).isEqualTo(Price.of("a", 1));
		assertThat(stored("a")).isTrue();
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@Test
	@Injects(InjectedFault.INSIDE_TRANSACTION)
	void readOfATransactionThatRollsBackIsNotStored() throws Exception {
		Future<Price> elsewhere = template().execute((status) -> {
			assertThat(one().find("a")).isEqualTo(Price.of("a", 1));
			Future<Price> waiting = this.executor.submit(() -> other().find("a"));
			awaitWaiter("a");
			status.setRollbackOnly();
			return waiting;
		});
		assertThat(elsewhere.get(10, TimeUnit.SECONDS)).isEqualTo(Price.of("a", 2));
		assertThat(one().find("a")).isEqualTo(Price.of("a", 2));
	}

	@Test
	void laterCallInTheSameTransactionGetsWhatWasReadWithoutAWait() {
		inTransaction(() -> {
			Price first = one().find("a");
			assertThat(one().find("a")).isSameAs(first);
			assertThat(one().findPlain("a")).isSameAs(first);
			return first;
		});
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@Test
	void valueIsStoredAsItWasReadWhateverTheCallerDoesToIt() {
		inTransaction(() -> {
			List<String> names = one().findNames();
			names.set(0, "changed");
			return names;
		});
		assertThat(other().findNames()).containsExactly("name-1");
	}

	@Test
	void fillIsDoneThoughWhatAnotherDoesAfterTheCommitThrows() throws Exception {
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> template().execute((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					throw new IllegalStateException("mail server down");
				}

			});
			return one().find("a");
		})).withMessage("mail server down");
		assertThat(this.executor.submit(() -> other().find("a")).get(10, TimeUnit.SECONDS)).isEqualTo(Price.of("a", 1));
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@Test
	void putAndEvictionWaitForTheCommit() {
		one().find("a");
		one().find("b");
		inTransaction(() -> {
			one().save(Price.of("a", 9));
			one().drop("b");
			assertThat(other().find("a")).isEqualTo(Price.of("a", 1));
			assertThat(other().find("b")).isEqualTo(Price.of("b", 2));
			return "";
		});
		assertThat(other().find("a")).isEqualTo(Price.of("a", 9));
		assertThat(other().find("b")).isEqualTo(Price.of("b", 3));
	}

	@Test
	void putAndEvictionOfATransactionThatRollsBackDoNothing() {
		one().find("a");
		one().find("b");
		template().executeWithoutResult((status) -> {
			one().save(Price.of("a", 9));
			one().dropAll();
			status.setRollbackOnly();
		});
		assertThat(other().find("a")).isEqualTo(Price.of("a", 1));
		assertThat(other().find("b")).isEqualTo(Price.of("b", 2));
	}

	@Test
	void evictionInTheTransactionMakesItReadAnew() {
		inTransaction(() -> {
			assertThat(one().find("a")).isEqualTo(Price.of("a", 1));
			one().drop("a");
			assertThat(one().find("a")).isEqualTo(Price.of("a", 2));
			return "";
		});
		assertThat(other().find("a")).isEqualTo(Price.of("a", 3));
	}

	@Test
	void lockIsHeldNoLongerThanItMayBe() {
		inTransaction(() -> {
			assertThat(one().find("a", 7)).isEqualTo(Price.of("a", 107));
			assertThat(other().find("a", 7)).isEqualTo(Price.of("a", 207));
			return "";
		});
		assertThat(one().find("a", 7)).isEqualTo(Price.of("a", 207));
	}

	@Test
	void failedReadOfATransactionGivesTheLockBackAtOnce() {
		this.source.failure = new IOException("closed");
		inTransaction(() -> {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> one().findOrFail("a"));
			this.source.failure = null;
			assertThat(other().find("a")).isEqualTo(Price.of("a", 2));
			return "";
		});
	}

	@Test
	void innerTransactionKeepsItsReadsToItself() {
		inTransaction(() -> {
			one().find("a");
			TransactionTemplate inner = template();
			inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
			inner.executeWithoutResult((status) -> one().find("b"));
			awaitStored("b");
			assertThat(stored("a")).isFalse();
			return "";
		});
		awaitStored("a");
		assertThat(this.source.reads()).isEqualTo(2);
	}

	@Test
	void cacheThatIsNotTransactionAwareStoresAtOnce() {
		Cache monos = cache("monos");
		inTransaction(() -> {
			monos.put("a", Price.of("a", 1));
			assertThat(monos.get("a", Price.class)).isEqualTo(Price.of("a", 1));
			return "";
		});
	}

	private void awaitWaiter(String key) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(10))
			.until(() -> this.redis.locksAndMarks().contains("wait:{" + this.redis.key("prices::" + key) + "}"));
	}

	private void awaitStored(String key) {
		Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> stored(key));
	}

	private boolean stored(String key) {
		return Long.valueOf(1).equals(this.redis.call("EXISTS", this.redis.key("prices::" + key)));
	}

	private <T extends @Nullable Object> T inTransaction(Supplier<T> work) {
		return template().execute((status) -> work.get());
	}

	private TransactionTemplate template() {
		return new TransactionTemplate(this.transactions);
	}

	private CachedPrices one() {
		return this.contexts.get(0).getBean(CachedPrices.class);
	}

	private CachedPrices other() {
		return this.contexts.get(1).getBean(CachedPrices.class);
	}

	private Cache cache(String name) {
		return this.contexts.get(0).getBean(StampedeCacheManager.class).getCache(name);
	}

}
