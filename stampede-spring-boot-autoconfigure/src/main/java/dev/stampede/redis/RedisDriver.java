package dev.stampede.redis;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Connection to Redis of our own: derived from the application's, but with our limits,
 * and untouched by what the application binds to its threads.
 */
interface RedisDriver extends AutoCloseable {

	/**
	 * Returns the factory of our own.
	 * @return the factory
	 */
	RedisConnectionFactory connectionFactory();

	/**
	 * Makes connections possible again after {@link #stop()}. It connects nothing yet.
	 */
	void start();

	/**
	 * Gives up all connections. Until the next start none is made.
	 */
	void stop();

	/**
	 * Returns whether Redis is a cluster.
	 * @return whether slots have several masters
	 */
	boolean isCluster();

	/**
	 * Waits until there is a connection; callers that meet share one attempt.
	 */
	void connect();

	/**
	 * Reads a key for the calling thread, which waits: the one command of a hit.
	 * @param key the key
	 * @param arrival told of its bytes as soon as the reply is there, perhaps before the
	 * calling thread has woken, where the driver can do so; or null
	 * @return its bytes, or null
	 */
	byte @Nullable [] get(byte[] key, @Nullable Consumer<byte @Nullable []> arrival);

	/**
	 * Gives up a connection on which nothing is answered any more, since the other side
	 * may be gone without a word; the next command connects anew.
	 */
	default void dropConnection() {
	}

	/**
	 * Returns commands for callers that must not block.
	 * @param blocking the same commands for callers that may
	 * @param executor where blocking commands may run
	 * @return the commands
	 */
	Commands asyncCommands(Commands blocking, Executor executor);

	/**
	 * Prepares a subscription to a channel.
	 * @param channel the channel
	 * @param messages hears each message, perhaps on the driver's event loop
	 * @param state hears whether the subscription stands
	 * @return the subscription, not begun
	 */
	Listening listen(byte[] channel, Consumer<byte[]> messages, Consumer<Boolean> state);

	/**
	 * Registers who hears that a connection was made anew.
	 * @param listener the listener
	 */
	void onReconnect(Runnable listener);

	@Override
	void close();

	/**
	 * A subscription.
	 */
	interface Listening extends AutoCloseable {

		/**
		 * Begins.
		 * @return true once the subscription stands and looks after itself; false when it
		 * has ended, with drivers that block meanwhile
		 */
		boolean run();

		/**
		 * Fails unless the subscription is answered; where the driver cannot ask, it does
		 * nothing.
		 */
		default void check() {
		}

		@Override
		void close();

	}

}
