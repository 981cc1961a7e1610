package dev.stampede.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition.Outcome;
import dev.stampede.store.StoreCommand;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(RedisExtension.class)
class RedisDriversTests {

	private static final Duration TIMEOUT = Duration.ofMillis(250);

	private static final ThreadFactory THREADS = Thread::new;

	private static final Duration CONNECTING = Duration.ofSeconds(2);

	private static final RedisStandaloneConfiguration NOWHERE = new RedisStandaloneConfiguration("192.0.2.1", 6379);

	@Test
	void lettuceKeepsWhatTheApplicationConfiguredButTheLimits() {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.useSsl()
			.verifyPeer(SslVerifyMode.CA)
			.startTls()
			.and()
			.clientName("app")
			.clientOptions(ClientOptions.builder().autoReconnect(false).requestQueueSize(17).build())
			.readFrom(ReadFrom.REPLICA_PREFERRED)
			.commandTimeout(Duration.ofSeconds(60))
			.build();
		try (RedisDriver driver = RedisDrivers.derive(new LettuceConnectionFactory(NOWHERE, client), null, TIMEOUT,
				THREADS)) {
			LettuceConnectionFactory own = (LettuceConnectionFactory) driver.connectionFactory();
			LettuceClientConfiguration derived = own.getClientConfiguration();
			assertThat(derived.isUseSsl()).isTrue();
			assertThat(derived.isStartTls()).isTrue();
			assertThat(derived.getVerifyMode()).isEqualTo(SslVerifyMode.CA);
			assertThat(derived.getClientName()).contains("app");
			assertThat(derived.getReadFrom()).isEmpty();
			assertThat(own.getTimeout()).isEqualTo(TIMEOUT.toMillis());
			assertThat(derived.getShutdownQuietPeriod()).isZero();
			assertThat(derived.getCommandTimeout()).isEqualTo(CONNECTING);
			assertThat(derived.getClientOptions()).hasValueSatisfying((options) -> {
				assertThat(options.isAutoReconnect()).isTrue();
				assertThat(options.getRequestQueueSize()).isEqualTo(17);
				assertThat(options.getDisconnectedBehavior()).isEqualTo(DisconnectedBehavior.REJECT_COMMANDS);
				assertThat(options.getSocketOptions().getConnectTimeout()).isEqualTo(CONNECTING);
				assertThat(options.getTimeoutOptions().getSource().getTimeout(new Command<>(CommandType.GET, null)))
					.isEqualTo(TIMEOUT.toNanos());
			});
			assertThat(own.getHostName()).isEqualTo("192.0.2.1");
		}
	}

	@Test
	void serverOfALettuceFactoryIsFoundHoweverItWasMade() {
		RedisConfiguration untyped = NOWHERE;
		try (RedisDriver driver = RedisDrivers.derive(new LettuceConnectionFactory(untyped), null, TIMEOUT, THREADS)) {
			assertThat(((LettuceConnectionFactory) driver.connectionFactory()).getHostName()).isEqualTo("192.0.2.1");
		}
	}

	@Test
	void lettuceKeepsTheTopology() {
		RedisClusterConfiguration cluster = new RedisClusterConfiguration(List.of("192.0.2.1:7000"));
		RedisSentinelConfiguration sentinel = new RedisSentinelConfiguration().master("main").sentinel("192.0.2.1", 1);
		RedisSocketConfiguration socket = new RedisSocketConfiguration("/nowhere");
		try (RedisDriver driver = RedisDrivers.derive(new LettuceConnectionFactory(cluster), null, TIMEOUT, THREADS)) {
			assertThat(driver.isCluster()).isTrue();
			assertThat(((LettuceConnectionFactory) driver.connectionFactory()).getClusterConfiguration())
				.isSameAs(cluster);
		}
		try (RedisDriver driver = RedisDrivers.derive(new LettuceConnectionFactory(sentinel), null, TIMEOUT, THREADS)) {
			assertThat(((LettuceConnectionFactory) driver.connectionFactory()).getSentinelConfiguration())
				.isSameAs(sentinel);
		}
		try (RedisDriver driver = RedisDrivers.derive(new LettuceConnectionFactory(socket), null, TIMEOUT, THREADS)) {
			assertThat(((LettuceConnectionFactory) driver.connectionFactory()).getSocketConfiguration())
				.isSameAs(socket);
		}
	}

	@Test
	void clientResourcesOfTheApplicationOutliveTheStore() {
		ClientResources resources = ClientResources.create();
		LettuceClientConfiguration client = LettuceClientConfiguration.builder().clientResources(resources).build();
		RedisDriver driver = RedisDrivers.derive(new LettuceConnectionFactory(NOWHERE, client), null, TIMEOUT, THREADS);
		LettuceConnectionFactory own = (LettuceConnectionFactory) driver.connectionFactory();
		assertThat(own.getClientConfiguration().getClientResources().orElseThrow()).satisfies((ours) -> {
			assertThat(ours.eventExecutorGroup()).isSameAs(resources.eventExecutorGroup());
			assertThat(ours.eventLoopGroupProvider()).isNotSameAs(resources.eventLoopGroupProvider());
		});
		driver.close();
		assertThat(resources.eventExecutorGroup().isShuttingDown()).isFalse();
		resources.shutdown().syncUninterruptibly();
	}

	@Test
	void jedisKeepsWhatTheApplicationConfiguredButTheLimits() {
		JedisClientConfiguration client = JedisClientConfiguration.builder()
			.clientName("app")
			.readTimeout(Duration.ofSeconds(60))
			.build();
		try (RedisDriver driver = RedisDrivers.derive(new JedisConnectionFactory(NOWHERE, client), null, TIMEOUT,
				THREADS)) {
			JedisConnectionFactory own = (JedisConnectionFactory) driver.connectionFactory();
			assertThat(own.getClientConfiguration().getReadTimeout()).isEqualTo(TIMEOUT);
			assertThat(own.getClientConfiguration().getConnectTimeout()).isEqualTo(TIMEOUT);
			assertThat(own.getClientConfiguration().getClientName()).contains("app");
			assertThat(own.getClientConfiguration().isUsePooling()).isTrue();
			assertThat(own.getStandaloneConfiguration()).isSameAs(NOWHERE);
		}
	}

	@Test
	void subclassGetsADelegate(TestRedis redis) {
		LettuceConnectionFactory subclass = new LettuceConnectionFactory(redis.host(), redis.port()) {
			@Override
			public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException ex) {
				return super.translateExceptionIfPossible(ex);
			}
		};
		subclass.afterPropertiesSet();
		subclass.start();
		useWithinTransactionOf(subclass, redis);
		subclass.destroy();
	}

	@Test
	void transactionOfTheApplicationDoesNotReachTheStore(TestRedis redis) {
		LettuceConnectionFactory application = new LettuceConnectionFactory(redis.host(), redis.port());
		application.afterPropertiesSet();
		application.start();
		useWithinTransactionOf(application, redis);
		application.destroy();
	}

	private static void useWithinTransactionOf(RedisConnectionFactory application, TestRedis redis) {
		ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
		EntryKey key = new EntryKey("sets", "EMS0");
		try (RedisEntryStore store = RedisEntryStore.builder(application, threads, threads)
			.keyPrefix(redis.keyPrefix())
			.timeout(Duration.ofSeconds(5))
			.build()) {
			new StringRedisTemplate(application).execute(new SessionCallback<Object>() {
				@Override
				@SuppressWarnings("unchecked")
				public <K, V> Object execute(RedisOperations<K, V> operations) {
					operations.multi();
					operations.opsForValue().set((K) redis.key("queued"), (V) "value");
					StoreCommand.Acquire acquire = new StoreCommand.Acquire(key, "a:1", Duration.ofSeconds(5), 0);
					assertThat(store.execute(new StoreCommand.Read(key)).isPresent()).isFalse();
					assertThat(store.execute(acquire).outcome()).isEqualTo(Outcome.WON);
					assertThat(store.execute(new StoreCommand.Release(key, "a:1"))).isTrue();
					return operations.exec();
				}
			});
		}
		threads.shutdown();
		assertThat(redis.call("GET", redis.key("queued"))).isEqualTo("value");
		redis.assertNoLocksLeft();
	}

}
