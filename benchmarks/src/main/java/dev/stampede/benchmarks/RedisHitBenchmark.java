package dev.stampede.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A warm hit of a kilobyte in Redis.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@SuppressWarnings("NullAway.Init") // by the set-up
public class RedisHitBenchmark {

	private static final int KEYS = 64;

	/** Whether each thread asks for a key of its own, or all for one. */
	@Param({ "distinct", "hot" })
	public String keys;

	private final AtomicInteger threads = new AtomicInteger();

	private ConfigurableApplicationContext context;

	private Products products;

	private RedisClient client;

	private StatefulRedisConnection<byte[], byte[]> connection;

	/**
	 * Fills what will be hit.
	 */
	@Setup
	public void fill() {
		this.context = ProductsConfiguration.start(ProductsConfiguration.class);
		this.products = this.context.getBean(Products.class);
		this.client = RedisClient
			.create("redis://127.0.0.1:" + Integer.getInteger(ProductsConfiguration.REDIS_PORT, 6379));
		this.connection = this.client.connect(ByteArrayCodec.INSTANCE);
		for (int i = 0; i < KEYS; i++) {
			this.products.protectedBytes("key" + i);
			this.products.cacheableBytes("key" + i);
			this.products.protectedProduct("key" + i);
			this.products.cacheableProduct("key" + i);
		}
	}

	/**
	 * Lets everything go.
	 */
	@TearDown
	public void close() {
		this.client.shutdown(0, 1, TimeUnit.SECONDS);
		this.context.close();
	}

	/**
	 * The command of a hit alone.
	 * @param key the key
	 * @return the bytes of the entry
	 */
	@Benchmark
	public byte @Nullable [] lettuce(Key key) {
		return this.connection.sync().get(key.entry);
	}

	/**
	 * A protected method of bytes, which need no decoding.
	 * @param key the key
	 * @return the value
	 */
	@Benchmark
	public byte[] protectedBytes(Key key) {
		return this.products.protectedBytes(key.id);
	}

	/**
	 * A cached method of bytes.
	 * @param key the key
	 * @return the value
	 */
	@Benchmark
	public byte[] cacheableBytes(Key key) {
		return this.products.cacheableBytes(key.id);
	}

	/**
	 * A protected method of a record, as JSON.
	 * @param key the key
	 * @return the value
	 */
	@Benchmark
	public Object protectedProduct(Key key) {
		return this.products.protectedProduct(key.id);
	}

	/**
	 * A cached method of a record, as JSON.
	 * @param key the key
	 * @return the value
	 */
	@Benchmark
	public Object cacheableProduct(Key key) {
		return this.products.cacheableProduct(key.id);
	}

	/**
	 * The key that a thread asks for.
	 */
	@State(Scope.Thread)
	public static class Key {

		private String id;

		private byte[] entry;

		/**
		 * Chooses it.
		 * @param benchmark knows how
		 */
		@Setup
		public void choose(RedisHitBenchmark benchmark) {
			int number = benchmark.keys.equals("hot") ? 0 : benchmark.threads.getAndIncrement() % KEYS;
			this.id = "key" + number;
			this.entry = ("stampede:bytes::" + this.id).getBytes(StandardCharsets.UTF_8);
		}

	}

}
