package dev.stampede.redis;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.Subscription;
import org.springframework.data.redis.connection.SubscriptionListener;

/**
 * Driver for a connection factory of which we know nothing but Spring's interfaces.
 * Asynchronous callers are served by an executor.
 */
final class GenericRedisDriver implements RedisDriver {

	private final RedisConnectionFactory factory;

	private final RedisConnectionFactory subscribing;

	private final boolean cluster;

	private final Runnable pause;

	private final Runnable end;

	private final Duration timeout;

	private final Link<Boolean> link;

	private volatile boolean stopped;

	GenericRedisDriver(RedisConnectionFactory factory, RedisConnectionFactory subscribing, boolean cluster,
			Runnable start, Runnable pause, Runnable end, Duration timeout, ThreadFactory threads) {
		this.factory = factory;
		this.subscribing = subscribing;
		this.cluster = cluster;
		this.pause = pause;
		this.end = end;
		this.timeout = timeout;
		this.link = new Link<>(() -> {
			if (this.stopped) {
				throw new RedisConnectionFailureException("The connections are stopped");
			}
			start.run();
			return true;
		}, timeout, threads);
	}

	@Override
	public RedisConnectionFactory connectionFactory() {
		return this.factory;
	}

	@Override
	public void start() {
		this.stopped = false;
	}

	@Override
	public void stop() {
		this.stopped = true;
		this.link.drop();
		this.pause.run();
	}

	@Override
	public boolean isCluster() {
		return this.cluster;
	}

	@Override
	public void connect() {
		this.link.get();
	}

	@Override
	public byte @Nullable [] get(byte[] key, @Nullable Consumer<byte @Nullable []> arrival) {
		connect();
		try (RedisConnection connection = this.factory.getConnection()) {
			return connection.stringCommands().get(key);
		}
	}

	@Override
	public Commands asyncCommands(Commands blocking, Executor executor) {
		return new ExecutorCommands(blocking, executor, this.timeout);
	}

	@Override
	public Listening listen(byte[] channel, Consumer<byte[]> messages, Consumer<Boolean> state) {
		connect();
		return new BlockingListening(this.subscribing.getConnection(), channel, messages, state);
	}

	@Override
	public void onReconnect(Runnable listener) {
		// these drivers do not tell; a failed command does
	}

	@Override
	public void close() {
		this.end.run();
	}

	/**
	 * A subscription that takes a thread for as long as it lasts. One that is closed
	 * before it stands ends itself as soon as it does.
	 */
	private static final class BlockingListening implements Listening, MessageListener, SubscriptionListener {

		private final RedisConnection connection;

		private final byte[] channel;

		private final Consumer<byte[]> messages;

		private final Consumer<Boolean> state;

		private volatile boolean closed;

		private volatile @Nullable Thread subscriber;

		private BlockingListening(RedisConnection connection, byte[] channel, Consumer<byte[]> messages,
				Consumer<Boolean> state) {
			this.connection = connection;
			this.channel = channel;
			this.messages = messages;
			this.state = state;
		}

		@Override
		public boolean run() {
			if (this.closed) {
				return false;
			}
			boolean stands = false;
			this.subscriber = Thread.currentThread();
			try {
				this.connection.subscribe(this, this.channel); // not all drivers block
				Subscription subscription = this.connection.getSubscription();
				stands = !this.closed && subscription != null && subscription.isAlive();
				return stands;
			}
			finally {
				if (!stands) {
					this.state.accept(false);
				}
			}
		}

		@Override
		public void onMessage(Message message, byte @Nullable [] pattern) {
			this.messages.accept(message.getBody());
		}

		@Override
		public void onChannelSubscribed(byte[] subscribed, long count) {
			if (!this.closed) {
				this.state.accept(true);
			}
			else if (Thread.currentThread() == this.subscriber) {
				unsubscribe(); // a driver's own thread must not wait for its reply
			}
		}

		@Override
		public void close() {
			this.closed = true;
			try {
				unsubscribe();
			}
			finally { // a driver may complain about a subscription that has just ended
				this.connection.close();
			}
		}

		private void unsubscribe() {
			Subscription subscription = this.connection.getSubscription();
			if (subscription != null && subscription.isAlive()) {
				subscription.unsubscribe();
			}
		}

	}

}
