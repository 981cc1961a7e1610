package dev.stampede.benchmarks;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import dev.stampede.store.EntryStore;
import dev.stampede.store.ValueCodec;

/**
 * Values to bytes and back.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@SuppressWarnings("NullAway.Init") // by the set-up
public class CodecBenchmark {

	private final Product product = Product.of("EMS0");

	private final ObjectReader reader = new JsonMapper().readerFor(Product.class);

	private final ObjectWriter writer = new JsonMapper().writerFor(Product.class);

	private final JacksonJsonRedisSerializer<Product> serializer = new JacksonJsonRedisSerializer<>(new JsonMapper(),
			Product.class);

	private ConfigurableApplicationContext context;

	private ValueCodec<Product> codec;

	private byte[] bytes;

	/**
	 * Makes the codec and the bytes.
	 */
	@Setup
	public void prepare() {
		this.context = ProductsConfiguration.start(ProductsConfiguration.class);
		this.codec = this.context.getBean(EntryStore.class).codec("products", Product.class);
		this.bytes = this.codec.encode(this.product);
	}

	/**
	 * Lets everything go.
	 */
	@TearDown
	public void close() {
		this.context.close();
	}

	/**
	 * The mapper alone.
	 * @return the value
	 */
	@Benchmark
	public Object jacksonDecode() {
		return this.reader.readValue(this.bytes);
	}

	/**
	 * The codec of protected methods.
	 * @return the value
	 */
	@Benchmark
	public Object codecDecode() {
		return this.codec.decode(this.bytes);
	}

	/**
	 * The serializer of Spring Data Redis.
	 * @return the value
	 */
	@Benchmark
	public @Nullable Object serializerDecode() {
		return this.serializer.deserialize(this.bytes);
	}

	/**
	 * The mapper alone.
	 * @return the bytes
	 */
	@Benchmark
	public byte[] jacksonEncode() {
		return this.writer.writeValueAsBytes(this.product);
	}

	/**
	 * The codec of protected methods.
	 * @return the bytes
	 */
	@Benchmark
	public byte[] codecEncode() {
		return this.codec.encode(this.product);
	}

	/**
	 * The serializer of Spring Data Redis.
	 * @return the bytes
	 */
	@Benchmark
	public byte[] serializerEncode() {
		return this.serializer.serialize(this.product);
	}

}
