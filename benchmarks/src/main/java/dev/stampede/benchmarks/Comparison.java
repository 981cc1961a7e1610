package dev.stampede.benchmarks;

import java.util.List;
import java.util.Map;

/**
 * What is compared.
 *
 * @param name what it is asked for by
 * @param title the title of its table
 * @param benchmark where the contenders are methods
 * @param threads how many threads call
 * @param parameters the parameters of the benchmark
 * @param contenders the contenders; the first is what the others are measured by
 */
record Comparison(String name, String title, Class<?> benchmark, int threads, Map<String, String> parameters,
		List<String> contenders) {

	private static final List<String> REDIS_HITS = List.of("lettuce", "protectedBytes", "cacheableBytes",
			"protectedProduct", "cacheableProduct");

	private static final List<String> NEAR_HITS = List.of("cacheable", "near", "cacheableOrder", "nearOrder");

	static List<Comparison> all() {
		return List.of(
				new Comparison("redis-hit", "Redis hit, 1 thread", RedisHitBenchmark.class, 1,
						Map.of("keys", "distinct"), REDIS_HITS),
				new Comparison("redis-hit-8", "Redis hit, 8 threads, a key for each", RedisHitBenchmark.class, 8,
						Map.of("keys", "distinct"), REDIS_HITS),
				new Comparison("redis-hit-hot", "Redis hit, 8 threads, one hot key", RedisHitBenchmark.class, 8,
						Map.of("keys", "hot"), REDIS_HITS),
				new Comparison("near-hit", "Near hit, 1 thread", NearHitBenchmark.class, 1, Map.of(), NEAR_HITS),
				new Comparison("near-hit-8", "Near hit, 8 threads", NearHitBenchmark.class, 8, Map.of(), NEAR_HITS),
				new Comparison("key", "Making a key", KeyBenchmark.class, 1, Map.of(),
						List.of("concatenation", "text", "number", "tuple", "composite")),
				new Comparison("decode", "Decoding a kilobyte of JSON", CodecBenchmark.class, 1, Map.of(),
						List.of("jacksonDecode", "codecDecode", "serializerDecode")),
				new Comparison("encode", "Encoding a kilobyte of JSON", CodecBenchmark.class, 1, Map.of(),
						List.of("jacksonEncode", "codecEncode", "serializerEncode")));
	}

	static Comparison of(String name) {
		return all().stream()
			.filter((comparison) -> comparison.name.equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"There is no comparison '" + name + "', only " + all().stream().map(Comparison::name).toList()));
	}

}
