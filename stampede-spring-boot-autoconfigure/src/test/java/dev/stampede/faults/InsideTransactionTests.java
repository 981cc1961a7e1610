package dev.stampede.faults;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisDriverKind;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Protected calls inside what the application has begun on its own connection.
 */
class InsideTransactionTests {

	private static final String CACHE = AppInstance.CACHE;

	@SuppressWarnings("NullAway.Init")
	private static RedisServer server;

	@BeforeAll
	static void start() {
		server = RedisServer.start();
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@AfterEach
	void nothingOfOursIsLocked() {
		assertThat((List<?>) server.call("KEYS", "lock:*")).isEmpty();
		server.call("FLUSHALL");
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.INSIDE_MULTI)
	void callsInsideMultiAreNotPartOfIt(RedisDriverKind driver) {
		try (AppInstance app = AppInstance.on(driver.standalone(server))) {
			List<?> replies = new StringRedisTemplate(app.connections()).execute(new Session((operations) -> {
				operations.multi();
				operations.opsForValue().set("mine", "queued");
				use(app);
				operations.opsForValue().increment("count");
				assertThat(server.call("EXISTS", "mine")).isEqualTo(0L);
				return operations.exec();
			}));
			assertThat(replies).hasSize(2);
			assertThat(server.call("GET", "mine")).isEqualTo("queued");
			assertThat(server.call("GET", "count")).isEqualTo("1");
			assertThat(app.get("key", () -> "not read")).isEqualTo("value");
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.INSIDE_MULTI)
	void callsInsideADiscardedMultiStand(RedisDriverKind driver) {
		try (AppInstance app = AppInstance.on(driver.standalone(server))) {
			new StringRedisTemplate(app.connections()).execute(new Session((operations) -> {
				operations.multi();
				operations.opsForValue().set("mine", "queued");
				use(app);
				operations.discard();
				return List.of();
			}));
			assertThat(server.call("EXISTS", "mine")).isEqualTo(0L);
			assertThat(app.get("key", () -> "not read")).isEqualTo("value");
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.INSIDE_MULTI)
	void callsInsideAPipelineAreNotPartOfIt(RedisDriverKind driver) {
		try (AppInstance app = AppInstance.on(driver.standalone(server))) {
			List<Object> replies = new StringRedisTemplate(app.connections())
				.executePipelined(new Session((operations) -> {
					operations.opsForValue().set("mine", "piped");
					server.call("SCRIPT", "FLUSH");
					use(app);
					operations.opsForValue().get("mine");
					return null;
				}));
			assertThat(replies).containsExactly(true, "piped");
			assertThat(app.get("key", () -> "not read")).isEqualTo("value");
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.INSIDE_TRANSACTION)
	void callsInsideATransactionThatCommitsAreNotPartOfIt(RedisDriverKind driver) {
		try (AppInstance app = AppInstance.on(driver.standalone(server))) {
			StringRedisTemplate template = transactional(app);
			new TransactionTemplate(new LocalTransactions()).executeWithoutResult((status) -> {
				template.opsForValue().set("mine", "committed");
				use(app);
				template.opsForValue().increment("count");
				assertThat(server.call("EXISTS", "mine")).isEqualTo(0L);
			});
			assertThat(server.call("GET", "mine")).isEqualTo("committed");
			assertThat(server.call("GET", "count")).isEqualTo("1");
			assertThat(app.get("key", () -> "not read")).isEqualTo("value");
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.INSIDE_TRANSACTION)
	void callsInsideATransactionThatRollsBackStand(RedisDriverKind driver) {
		try (AppInstance app = AppInstance.on(driver.standalone(server))) {
			StringRedisTemplate template = transactional(app);
			new TransactionTemplate(new LocalTransactions()).executeWithoutResult((status) -> {
				template.opsForValue().set("mine", "rolled back");
				use(app);
				status.setRollbackOnly();
			});
			assertThat(server.call("EXISTS", "mine")).isEqualTo(0L);
			assertThat(app.get("key", () -> "not read")).isEqualTo("value");
		}
	}

	// A miss, a hit, a loser elsewhere, and the writers: each takes effect at once.
	private static void use(AppInstance app) {
		assertThat(app.get("key", () -> {
			assertThat(server.call("EXISTS", "lock:{stampede:" + CACHE + "::key}")).isEqualTo(1L);
			return "value";
		})).isEqualTo("value");
		assertThat(server.call("EXISTS", "lock:{stampede:" + CACHE + "::key}")).isEqualTo(0L);
		assertThat(server.call("EXISTS", "stampede:" + CACHE + "::key")).isEqualTo(1L);
		assertThat(app.get("key", () -> "not read")).isEqualTo("value");
		assertThat(app.events().count("released.FILLED")).isOne();
		app.operations().put(CACHE, "other", "put");
		assertThat(app.get("other", () -> "not read")).isEqualTo("put");
		app.operations().evict(CACHE, "other");
		assertThat(server.call("EXISTS", "stampede:" + CACHE + "::other")).isEqualTo(0L);
		app.operations().clear("another");
		assertThat(app.store().state().up()).isTrue();
	}

	private static StringRedisTemplate transactional(AppInstance app) {
		StringRedisTemplate template = new StringRedisTemplate(app.connections());
		template.setEnableTransactionSupport(true);
		return template;
	}

	/**
	 * What the application does on one connection.
	 *
	 * @param work the work
	 */
	private record Session(Work work) implements SessionCallback<List<Object>> {

		@Override
		@SuppressWarnings({ "unchecked", "NullAway" })
		public <K, V> @Nullable List<Object> execute(RedisOperations<K, V> operations) {
			return this.work.on((RedisOperations<String, String>) operations);
		}

	}

	/**
	 * Work on a connection.
	 */
	@FunctionalInterface
	private interface Work {

		@Nullable List<Object> on(RedisOperations<String, String> operations);

	}

	/**
	 * Transactions of nothing but what is synchronized with them.
	 */
	@SuppressWarnings("serial")
	private static final class LocalTransactions extends AbstractPlatformTransactionManager {

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

}
