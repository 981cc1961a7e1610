package dev.stampede.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A warm hit of a kilobyte in Redis. What a round trip takes changes from one second to
 * the next, far more than the contenders differ; so they take turns within one JVM, an
 * iteration each.
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

	/** Contenders that take turns, by their names. */
	@Param("lettuce")
	public String contenders;

	private final AtomicInteger threads = new AtomicInteger();

	private List<Hit> hits;

	private Hit hit;

	private int turn;

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
		this.hits = Stream.of(this.contenders.split(",")).map(this::hitOf).toList();
	}

	/**
	 * Gives the next contender its turn.
	 */
	@Setup(Level.Iteration)
	public void next() {
		this.hit = this.hits.get(this.turn++ % this.hits.size());
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
	 * A hit of the contender whose turn it is.
	 * @param key the key
	 * @return the value
	 */
	@Benchmark
	public @Nullable Object hit(Key key) {
		return this.hit.on(key);
	}

	private Hit hitOf(String contender) {
		return switch (contender) {
			case "lettuce" -> (key) -> this.connection.sync().get(key.entry);
			case "protectedBytes" -> (key) -> this.products.protectedBytes(key.id);
			case "cacheableBytes" -> (key) -> this.products.cacheableBytes(key.id);
			case "protectedProduct" -> (key) -> this.products.protectedProduct(key.id);
			case "cacheableProduct" -> (key) -> this.products.cacheableProduct(key.id);
			default -> throw new IllegalArgumentException("There is no contender '" + contender + "'");
		};
	}

	/**
	 * A hit, as a contender makes it.
	 */
	@FunctionalInterface
	interface Hit {

		@Nullable Object on(Key key);

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
