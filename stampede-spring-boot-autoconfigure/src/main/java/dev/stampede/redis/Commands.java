package dev.stampede.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * The few commands of Redis that the protocol needs. The blocking twin runs them on the
 * calling thread and returns completed stages, so that the protocol is written once.
 * Failures are exceptions of Spring's data access hierarchy.
 */
interface Commands {

	/**
	 * Runs what may take time or belongs to the application, never on an event loop.
	 * @param task what tells a listener
	 */
	default void hand(Runnable task) {
		task.run();
	}

	/**
	 * Reads a key.
	 * @param key the key
	 * @param arrival told of its bytes while the calling thread still waits for them, or
	 * null; ignored where no thread waits, or the driver cannot tell
	 * @return its bytes; none if it is not there
	 */
	CompletionStage<byte[]> get(String key, @Nullable Consumer<byte @Nullable []> arrival);

	/**
	 * Runs a script, by its digest first.
	 * @param <T> the type of the reply
	 * @param script the script
	 * @param keys the keys, all of one slot
	 * @param arguments the arguments
	 * @return the reply
	 */
	<T> CompletionStage<T> run(RedisScript<T> script, List<String> keys, byte[]... arguments);

	/**
	 * Asks for the time.
	 * @return microseconds
	 */
	CompletionStage<Long> time();

	/**
	 * Deletes a key.
	 * @param key the key
	 * @return how many keys that were
	 */
	CompletionStage<Long> delete(String key);

	/**
	 * Sends a message.
	 * @param channel the channel
	 * @param message the message
	 * @return an unreliable number of receivers
	 */
	CompletionStage<Long> publish(String channel, byte[] message);

}
