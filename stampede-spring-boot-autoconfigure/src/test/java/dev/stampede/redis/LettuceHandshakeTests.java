package dev.stampede.redis;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition.Outcome;
import dev.stampede.store.StoreCommand;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Lettuce calls a connection established shortly before it takes commands, where the
 * credentials were asked for on another thread.
 */
@ExtendWith(RedisExtension.class)
class LettuceHandshakeTests {

	private final TestRedis redis;

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final ClientResources late = ClientResources.builder().nettyCustomizer(new LateActivation()).build();

	LettuceHandshakeTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void end() {
		this.executor.shutdown();
		this.scheduler.shutdown();
		var unused = this.late.shutdown(0, 2, TimeUnit.SECONDS);
	}

	@Test
	void firstCommandWaitsForAConnectionThatIsActiveLate() {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder().clientResources(this.late).build();
		assertThat(acquireFirst(client)).isEqualTo(Outcome.WON);
	}

	@Test
	void firstAsynchronousCommandWaitsToo() {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder().clientResources(this.late).build();
		LettuceConnectionFactory application = application(client);
		try (RedisEntryStore store = store(application)) {
			assertThat(store.executeAsync(new StoreCommand.Read(key()))).succeedsWithin(Duration.ofSeconds(20))
				.matches((entry) -> !entry.isPresent());
		}
		finally {
			application.destroy();
		}
	}

	@Test
	void credentialsOfTheConfigurationAreKnownAtOnce() {
		RedisStandaloneConfiguration withUser = new RedisStandaloneConfiguration();
		withUser.setUsername("user");
		withUser.setPassword("secret");
		assertThat(credentials(LettuceClientConfiguration.defaultConfiguration(), withUser))
			.isInstanceOfSatisfying(RedisCredentialsProvider.ImmediateRedisCredentialsProvider.class, (provider) -> {
				assertThat(provider.resolveCredentialsNow().getUsername()).isEqualTo("user");
				assertThat(provider.resolveCredentialsNow().getPassword()).containsExactly("secret".toCharArray());
			});
		assertThat(credentials(LettuceClientConfiguration.defaultConfiguration(), new RedisStandaloneConfiguration()))
			.isInstanceOfSatisfying(RedisCredentialsProvider.ImmediateRedisCredentialsProvider.class,
					(provider) -> assertThat(provider.resolveCredentialsNow().hasPassword()).isFalse());
	}

	@Test
	void credentialsThatTheApplicationProvidesAreItsOwn() {
		RedisCredentialsProvider rotating = RedisCredentialsProvider.from(() -> RedisCredentials.just("user", "now"));
		RedisCredentialsProviderFactory factory = new RedisCredentialsProviderFactory() {

			@Override
			public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
				return rotating;
			}

		};
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.redisCredentialsProviderFactory(factory)
			.build();
		assertThat(credentials(client, new RedisStandaloneConfiguration())).isSameAs(rotating);
	}

	private Outcome acquireFirst(LettuceClientConfiguration client) {
		LettuceConnectionFactory application = application(client);
		try (RedisEntryStore store = store(application)) {
			EntryKey key = key();
			Outcome outcome = store.execute(new StoreCommand.Acquire(key, "a:1", Duration.ofSeconds(30), 0)).outcome();
			store.execute(new StoreCommand.Release(key, "a:1"));
			return outcome;
		}
		finally {
			application.destroy();
		}
	}

	private LettuceConnectionFactory application(LettuceClientConfiguration client) {
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration(this.redis.host(), this.redis.port()),
				client);
	}

	private RedisEntryStore store(LettuceConnectionFactory application) {
		return RedisEntryStore.builder(application, this.executor, this.scheduler)
			.keyPrefix(this.redis.keyPrefix())
			.timeout(Duration.ofSeconds(5))
			.instanceId("a")
			.build();
	}

	private static EntryKey key() {
		return new EntryKey("sets", UUID.randomUUID().toString());
	}

	private static @Nullable RedisCredentialsProvider credentials(LettuceClientConfiguration client,
			RedisStandaloneConfiguration configuration) {
		try (RedisDriver driver = RedisDrivers.derive(new LettuceConnectionFactory(configuration, client), null,
				Duration.ofSeconds(1), Thread::new)) {
			LettuceConnectionFactory own = (LettuceConnectionFactory) driver.connectionFactory();
			return own.getClientConfiguration()
				.getRedisCredentialsProviderFactory()
				.orElseThrow()
				.createCredentialsProvider(configuration);
		}
	}

	/** Lets a connection become active a while after its handshake. */
	private static final class LateActivation implements NettyCustomizer {

		@Override
		public void afterChannelInitialized(Channel channel) {
			ChannelHandlerContext commands = channel.pipeline().context(CommandHandler.class);
			channel.pipeline().addBefore(commands.name(), "late", new ChannelInboundHandlerAdapter() {

				@Override
				public void channelActive(ChannelHandlerContext context) {
					var unused = context.executor().schedule(context::fireChannelActive, 150, TimeUnit.MILLISECONDS);
				}

			});
		}

	}

}
