package dev.stampede.benchmarks;

import java.util.List;
import java.util.Map;

/**
 * A comparison of contenders.
 *
 * @param name what it is asked for by
 * @param title the title of its table
 * @param benchmark where the contenders are methods, or names in a parameter
 * @param threads how many threads call
 * @param parameters the parameters of the benchmark
 * @param inTurns whether the contenders take turns within one JVM, rather than having one
 * of their own each
 * @param contenders the contenders; the first is what the others are measured by
 * @param bars what we ask of ourselves
 */
record Comparison(String name, String title, Class<?> benchmark, int threads, Map<String, String> parameters,
		boolean inTurns, List<String> contenders, List<Bar> bars) {

	private static final List<String> REDIS_HITS = List.of("lettuce", "protectedBytes", "cacheableBytes",
			"protectedProduct", "cacheableProduct");

	private static final List<String> NEAR_HITS = List.of("cacheable", "near", "cacheableOrder", "nearOrder");

	private static final List<Bar> NEAR_BARS = List.of(new Bar("near", "cacheable", 6),
			new Bar("nearOrder", "cacheableOrder", 6));

	static List<Comparison> all() {
		return List.of(redisHit("redis-hit", "1 thread", 1, "distinct", 0.95),
				redisHit("redis-hit-8", "8 threads, a key for each", 8, "distinct", 0.9),
				redisHit("redis-hit-hot", "8 threads, one hot key", 8, "hot", 1.5),
				new Comparison("near-hit", "Near hit, 1 thread", NearHitBenchmark.class, 1, Map.of(), false, NEAR_HITS,
						NEAR_BARS),
				new Comparison("near-hit-8", "Near hit, 8 threads", NearHitBenchmark.class, 8, Map.of(), false,
						NEAR_HITS, NEAR_BARS),
				new Comparison("key", "Making a key", KeyBenchmark.class, 1, Map.of(), false,
						List.of("concatenation", "text", "number", "tuple", "composite"), List.of()),
				new Comparison("decode", "Decoding a kilobyte of JSON", CodecBenchmark.class, 1, Map.of(), false,
						List.of("jacksonDecode", "codecDecode", "serializerDecode"), List.of()),
				new Comparison("encode", "Encoding a kilobyte of JSON", CodecBenchmark.class, 1, Map.of(), false,
						List.of("jacksonEncode", "codecEncode", "serializerEncode"), List.of()));
	}

	static Comparison of(String name) {
		return all().stream()
			.filter((comparison) -> comparison.name.equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"There is no comparison '" + name + "', only " + all().stream().map(Comparison::name).toList()));
	}

	private static Comparison redisHit(String name, String title, int threads, String keys, double least) {
		return new Comparison(name, "Redis hit, " + title, RedisHitBenchmark.class, threads, Map.of("keys", keys), true,
				REDIS_HITS, List.of(new Bar("protectedBytes", "lettuce", least)));
	}

	/**
	 * Returns what a round consists of.
	 * @return the JVMs, in their order
	 */
	List<Fork> forks() {
		return this.inTurns ? List.of(forkOf(this.contenders)) : this.contenders.stream().map(this::forkOf).toList();
	}

	Fork forkOf(String contender) {
		return this.inTurns ? forkOf(List.of(contender)) : new Fork(contender, Map.of(), List.of(contender));
	}

	private static Fork forkOf(List<String> contenders) {
		return new Fork("hit", Map.of("contenders", String.join(",", contenders)), contenders);
	}

	/**
	 * One JVM.
	 *
	 * @param method the method that is called
	 * @param parameters its own parameters of the benchmark
	 * @param contenders who takes turns, an iteration each
	 */
	record Fork(String method, Map<String, String> parameters, List<String> contenders) {

	}

	/**
	 * A bar that we set ourselves.
	 *
	 * @param contender the contender that is ours
	 * @param base the contender that it is measured by
	 * @param least the least ratio of their rates
	 */
	record Bar(String contender, String base, double least) {

	}

}
