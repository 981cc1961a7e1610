package dev.stampede.redis;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;

import dev.stampede.store.EntryStore;

/**
 * Entry store on Redis or Valkey. It runs on a connection of its own, derived from the
 * application's. Making it does not touch the network; once it is listened to, it
 * connects ahead, in the background.
 *
 * @since 0.1.0
 */
public interface RedisEntryStore extends EntryStore, AutoCloseable {

	/**
	 * Begins to build a store.
	 * @param connectionFactory the application's connections
	 * @param executor where asynchronous commands of a blocking driver run; to be shut
	 * down by the caller after the store is closed
	 * @param scheduler the timer; to be shut down by the caller after the store is closed
	 * @return the builder
	 */
	static RedisEntryStoreBuilder builder(RedisConnectionFactory connectionFactory, Executor executor,
			ScheduledExecutorService scheduler) {
		return new RedisEntryStoreBuilder(connectionFactory, executor, scheduler);
	}

	/**
	 * Returns the template that the scripts run on.
	 * @return the template, on our own connection
	 */
	RedisTemplate<String, byte[]> template();

	/**
	 * Connects and subscribes, in the background. A store that starts by itself has done
	 * so when it was listened to. After {@link #stop()} it serves again.
	 */
	void start();

	/**
	 * Ends the subscription and gives up all connections, until the next start: commands
	 * meanwhile fail and dial nothing.
	 */
	void stop();

	/**
	 * Ends the subscription and closes the connection.
	 */
	@Override
	void close();

}
