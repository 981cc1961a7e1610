package dev.stampede.redis;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

import dev.stampede.redis.RedisDriver.Listening;

/**
 * A subscription through Lettuce, which reconnects and subscribes again by itself.
 */
final class LettuceListening implements Listening {

	private final StatefulRedisPubSubConnection<byte[], byte[]> connection;

	private final LettuceDriver driver;

	private final byte[] channel;

	private LettuceListening(StatefulRedisPubSubConnection<byte[], byte[]> connection, LettuceDriver driver,
			byte[] channel) {
		this.connection = connection;
		this.driver = driver;
		this.channel = channel;
	}

	static LettuceListening open(AbstractRedisClient client, LettuceDriver driver, byte[] channel,
			Consumer<byte[]> messages, Consumer<Boolean> state) {
		StatefulRedisPubSubConnection<byte[], byte[]> connection = (client instanceof RedisClusterClient cluster)
				? cluster.connectPubSub(ByteArrayCodec.INSTANCE)
				: ((RedisClient) client).connectPubSub(ByteArrayCodec.INSTANCE);
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
		return new LettuceListening(connection, driver, channel);
	}

	@Override
	public boolean run() {
		this.driver.await(this.connection.async().subscribe(this.channel));
		return true;
	}

	@Override
	public void check() {
		this.driver.await(this.connection.async().ping());
	}

	@Override
	public void close() {
		CompletableFuture<Void> unused = this.connection.closeAsync();
	}

}
