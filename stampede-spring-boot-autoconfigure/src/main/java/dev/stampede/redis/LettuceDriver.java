package dev.stampede.redis;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithAuthentication;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Our own connection through Lettuce. Asynchronous callers get its native commands.
 */
final class LettuceDriver implements RedisDriver {

	private final LettuceConnectionFactory factory;

	private final Duration timeout;

	private final Link<RedisClusterAsyncCommands<byte[], byte[]>> link;

	private final ClientResources resources;

	private final StaticNodes nodes;

	private volatile Runnable reconnected = () -> {
	};

	LettuceDriver(LettuceConnectionFactory application, @Nullable RedisConfiguration topology, Duration timeout,
			ThreadFactory threads) {
		this.timeout = timeout;
		this.link = new Link<>(this::open, timeout, threads);
		LettuceClientConfiguration client = application.getClientConfiguration();
		this.resources = client.getClientResources()
			.map(LettuceDriver::sharing)
			.orElseGet(ClientResources::builder)
			.reconnectDelay(Delay.fullJitter(Duration.ofMillis(50), Duration.ofSeconds(1), 50, TimeUnit.MILLISECONDS))
			.build();
		LettuceClientConfiguration own = derive(client);
		this.factory = new OwnLettuceConnectionFactory(application, topology, own, timeout);
		this.nodes = StaticNodes.of(topology, own);
		this.factory.afterPropertiesSet();
	}

	@Override
	public RedisConnectionFactory connectionFactory() {
		return this.factory;
	}

	@Override
	public boolean isCluster() {
		return this.factory.isClusterAware();
	}

	@Override
	public void connect() {
		this.link.get();
	}

	@Override
	public byte @Nullable [] get(byte[] key, @Nullable Consumer<byte @Nullable []> arrival) {
		RedisFuture<byte[]> reply = this.link.get().get(key);
		if (arrival != null) {
			var unused = reply.thenAccept(arrival);
		}
		return await(reply);
	}

	@Override
	public void dropConnection() {
		this.link.drop();
	}

	@Override
	public Commands asyncCommands(Commands blocking, Executor executor) {
		return new NativeCommands(executor);
	}

	@Override
	public void start() {
		if (!this.factory.isRunning()) {
			this.factory.start();
			this.nodes.start();
			tell(this.reconnected);
		}
	}

	@Override
	public void stop() {
		this.nodes.stop();
		this.factory.stop();
		this.link.drop();
	}

	@Override
	public void onReconnect(Runnable listener) {
		this.reconnected = listener;
		tell(listener);
	}

	private void tell(Runnable listener) {
		this.factory.getRequiredNativeClient().addListener(new RedisConnectionStateListener() {

			private final AtomicBoolean lost = new AtomicBoolean();

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
				this.lost.set(true);
			}

			@Override
			public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
				if (this.lost.compareAndSet(true, false)) {
					listener.run();
				}
			}

		});
	}

	@Override
	public Listening listen(byte[] channel, Consumer<byte[]> messages, Consumer<Boolean> state) {
		var connection = openPubSub(this.nodes.toSubscribeAt().orElse(this.factory).getRequiredNativeClient());
		connection.addListener(new RedisPubSubAdapter<>() {

			@Override
			public void message(byte[] from, byte[] message) {
				messages.accept(message);
			}

			@Override
			public void subscribed(byte[] to, long count) {
				state.accept(true);
			}

		});
		connection.addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
				state.accept(false);
			}

		});
		return new Listening() {

			@Override
			public boolean run() {
				await(connection.async().subscribe(channel));
				return true;
			}

			@Override
			public void check() {
				await(connection.async().ping());
			}

			@Override
			public void close() {
				CompletableFuture<Void> unused = connection.closeAsync();
			}

		};
	}

	@Override
	public void close() {
		this.nodes.close();
		this.factory.destroy();
		var unused = this.resources.shutdown(0, 2, TimeUnit.SECONDS);
	}

	// all but the event loops: what blocks one of the application's must not block ours
	private static ClientResources.Builder sharing(ClientResources application) {
		return application.mutate()
			.eventExecutorGroup(application.eventExecutorGroup())
			.timer(application.timer())
			.commandLatencyRecorder(application.commandLatencyRecorder());
	}

	@SuppressWarnings("unchecked")
	private RedisClusterAsyncCommands<byte[], byte[]> open() {
		this.factory.resetConnection();
		try (RedisConnection connection = this.factory.getConnection()) {
			var commands = (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
			awaitActive(commands);
			return commands;
		}
	}

	// Lettuce may call a connection established a moment before it takes commands
	private void awaitActive(RedisClusterAsyncCommands<byte[], byte[]> commands) {
		long begin = System.nanoTime();
		long limit = Link.limitOfConnecting(this.timeout).toNanos();
		while (isRejected(commands.ping()) && System.nanoTime() - begin < limit) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		}
	}

	private boolean isRejected(RedisFuture<String> ping) {
		try {
			await(ping);
			return false;
		}
		catch (RuntimeException ex) {
			// what a server answers, and silence, have classes of their own
			return ex.getCause() != null && ex.getCause().getClass() == RedisException.class;
		}
	}

	private <T> @Nullable T await(RedisFuture<T> reply) {
		try {
			return reply.get(this.timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw translate(ex);
		}
		catch (ExecutionException | TimeoutException ex) {
			reply.cancel(true);
			throw translate(ex);
		}
	}

	private RuntimeException translate(Throwable failure) {
		Throwable cause = Fault.unwrap(failure);
		RuntimeException translated = (cause instanceof RuntimeException driver)
				? this.factory.translateExceptionIfPossible(driver) : null;
		return (translated != null) ? translated : new RedisSystemException("Redis did not do what was asked", cause);
	}

	private static StatefulRedisPubSubConnection<byte[], byte[]> openPubSub(AbstractRedisClient client) {
		return (client instanceof RedisClusterClient cluster) ? cluster.connectPubSub(ByteArrayCodec.INSTANCE)
				: ((RedisClient) client).connectPubSub(ByteArrayCodec.INSTANCE);
	}

	private LettuceClientConfiguration derive(LettuceClientConfiguration client) {
		ClientOptions options = client.getClientOptions().orElseGet(ClientOptions::create);
		Duration connecting = Link.limitOfConnecting(this.timeout);
		var builder = LettuceClientConfiguration.builder()
			.clientResources(this.resources)
			.clientOptions(options.mutate()
				.autoReconnect(true)
				.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
				.socketOptions(options.getSocketOptions().mutate().connectTimeout(connecting).build())
				.timeoutOptions(TimeoutOptions.enabled(this.timeout))
				.build())
			.commandTimeout(connecting)
			.shutdownQuietPeriod(Duration.ZERO) // nobody sends any more
			.shutdownTimeout(client.getShutdownTimeout());
		client.getClientName().ifPresent(builder::clientName);
		builder.redisCredentialsProviderFactory(
				client.getRedisCredentialsProviderFactory().orElseGet(KnownCredentials::new));
		if (client.isUseSsl()) {
			var ssl = builder.useSsl().verifyPeer(client.getVerifyMode());
			if (client.isStartTls()) {
				ssl.startTls();
			}
		}
		return builder.build();
	}

	/**
	 * User and password of a configuration, known at once. Lettuce asks other providers
	 * on another thread and may then call a connection established before it takes
	 * commands; on each new connection, also on those to the nodes of a cluster.
	 */
	private static final class KnownCredentials implements RedisCredentialsProviderFactory {

		@Override
		public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
			return (configuration instanceof WithAuthentication user && user.getPassword().isPresent())
					? new StaticCredentialsProvider(user.getUsername(), user.getPassword().get())
					: new StaticCredentialsProvider(null, null);
		}

	}

	/** Native asynchronous commands, with the failures of the blocking twin. */
	private final class NativeCommands implements Commands {

		private final Executor executor;

		NativeCommands(Executor executor) {
			this.executor = executor;
		}

		@Override
		public void hand(Runnable task) {
			ExecutorCommands.hand(this.executor, task);
		}

		@Override
		public CompletionStage<byte[]> get(String key, @Nullable Consumer<byte @Nullable []> arrival) {
			return send((redis) -> redis.get(TemplateCommands.bytes(key))
				.thenApply((found) -> (found != null) ? found : new byte[0]));
		}

		@Override
		public <T> CompletionStage<T> run(RedisScript<T> script, List<String> keys, byte[]... arguments) {
			var type = (script.getResultType() == Long.class) ? ScriptOutputType.INTEGER : ScriptOutputType.MULTI;
			byte[][] rawKeys = keys.stream().map(TemplateCommands::bytes).toArray(byte[][]::new);
			return send((redis) -> redis.<T>evalsha(script.getSha1(), type, rawKeys, arguments)
				.exceptionallyCompose((failure) -> (Fault.unwrap(failure) instanceof RedisNoScriptException)
						? redis.<T>eval(TemplateCommands.bytes(script.getScriptAsString()), type, rawKeys, arguments)
						: CompletableFuture.failedFuture(failure)));
		}

		@Override
		public CompletionStage<Long> time() {
			return send((redis) -> redis.time().thenApply((time) -> RedisClock.micros(time.get(0), time.get(1))));
		}

		@Override
		public CompletionStage<Long> delete(String key) {
			return send((redis) -> redis.del(TemplateCommands.bytes(key)));
		}

		@Override
		public CompletionStage<Long> publish(String channel, byte[] message) {
			return send((redis) -> redis.publish(TemplateCommands.bytes(channel), message));
		}

		private <T> CompletionStage<T> send(
				Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
			return LettuceDriver.this.link.async()
				.thenCompose(command)
				.exceptionallyCompose((failure) -> CompletableFuture.failedFuture(translate(failure)));
		}

	}

}
