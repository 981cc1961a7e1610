package dev.stampede.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.springframework.data.redis.core.script.RedisScript;

/**
 * A command of the protocol as one script.
 *
 * @param <T> the type of the script's reply
 * @param <R> the type of the command's reply
 * @param script the script
 * @param keys its keys
 * @param arguments its arguments
 * @param reply makes the one reply of the other
 */
record ScriptCall<T, R>(RedisScript<T> script, List<String> keys, List<byte[]> arguments, Function<T, R> reply) {

	CompletionStage<R> on(Commands commands) {
		return commands.run(this.script, this.keys, this.arguments.toArray(byte[][]::new)).thenApply(this.reply);
	}

}
