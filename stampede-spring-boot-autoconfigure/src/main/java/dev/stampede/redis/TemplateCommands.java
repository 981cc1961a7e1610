package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.RedisSerializer;

/**
 * Runs commands on the calling thread: scripts through our own template, plain commands
 * on the connection itself.
 */
final class TemplateCommands implements Commands {

	private static final byte[] NOTHING = {};

	private final RedisTemplate<String, byte[]> template;

	private final RedisDriver driver;

	TemplateCommands(RedisTemplate<String, byte[]> template, RedisDriver driver) {
		this.template = template;
		this.driver = driver;
	}

	@Override
	public CompletionStage<byte[]> get(String key, @Nullable Consumer<byte @Nullable []> arrival) {
		return completed(() -> {
			byte[] bytes = this.driver.get(bytes(key), arrival);
			return (bytes != null) ? bytes : NOTHING;
		});
	}

	@Override
	public <T> CompletionStage<T> run(RedisScript<T> script, List<String> keys, byte[]... arguments) {
		return completed(() -> {
			this.driver.connect();
			return this.template.execute(script, RedisSerializer.byteArray(), reply(), keys, (Object[]) arguments);
		});
	}

	@Override
	public CompletionStage<Long> time() {
		return onConnection((connection) -> connection.serverCommands().time(TimeUnit.MICROSECONDS));
	}

	@Override
	public CompletionStage<Long> delete(String key) {
		return onConnection((connection) -> connection.keyCommands().del(bytes(key)));
	}

	@Override
	public CompletionStage<Long> publish(String channel, byte[] message) {
		return onConnection((connection) -> connection.publish(bytes(channel), message));
	}

	private <T> CompletionStage<T> onConnection(Function<RedisConnection, @Nullable T> action) {
		return completed(() -> {
			this.driver.connect();
			try (RedisConnection connection = this.driver.connectionFactory().getConnection()) {
				return action.apply(connection);
			}
		});
	}

	// A reply is missing only where somebody queues commands, which would be an error.
	private static <T> CompletionStage<T> completed(Supplier<@Nullable T> action) {
		try {
			T reply = action.get();
			return (reply != null) ? CompletableFuture.completedFuture(reply) : CompletableFuture
				.failedFuture(new IllegalStateException("Redis did not reply: the connection queues commands"));
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	// Numbers and lists are left alone by the template; only bytes come here.
	@SuppressWarnings("unchecked")
	private static <T> RedisSerializer<T> reply() {
		return (RedisSerializer<T>) RedisSerializer.byteArray();
	}

	static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
