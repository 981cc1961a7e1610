package dev.stampede.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Commands of a blocking driver on an executor. One that has waited there for as long as
 * a reply may take is not sent any more: a Redis that hangs would keep a line of callers
 * waiting one after the other.
 */
final class ExecutorCommands implements Commands {

	private final Commands blocking;

	private final Executor executor;

	private final Duration limit;

	ExecutorCommands(Commands blocking, Executor executor, Duration limit) {
		this.blocking = blocking;
		this.executor = executor;
		this.limit = limit;
	}

	static void hand(Executor executor, Runnable task) {
		try {
			executor.execute(task);
		}
		catch (RejectedExecutionException ex) {
			// shut down: nobody is told any more
		}
	}

	@Override
	public void hand(Runnable task) {
		hand(this.executor, task);
	}

	@Override
	public CompletionStage<byte[]> get(String key, @Nullable Consumer<byte @Nullable []> arrival) {
		return submit((commands) -> commands.get(key, arrival));
	}

	@Override
	public <T> CompletionStage<T> run(RedisScript<T> script, List<String> keys, byte[]... arguments) {
		return submit((commands) -> commands.run(script, keys, arguments));
	}

	@Override
	public CompletionStage<Long> time() {
		return submit(Commands::time);
	}

	@Override
	public CompletionStage<Long> delete(String key) {
		return submit((commands) -> commands.delete(key));
	}

	@Override
	public CompletionStage<Long> publish(String channel, byte[] message) {
		return submit((commands) -> commands.publish(channel, message));
	}

	private <T> CompletionStage<T> submit(Function<Commands, CompletionStage<T>> command) {
		long begin = System.nanoTime();
		try {
			return CompletableFuture.supplyAsync(() -> {
				if (System.nanoTime() - begin > this.limit.toNanos()) {
					throw new RejectedExecutionException(
							"No thread was free for a command of Redis within " + this.limit.toMillis() + " ms");
				}
				return command.apply(this.blocking);
			}, this.executor).thenCompose((reply) -> reply);
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

}
