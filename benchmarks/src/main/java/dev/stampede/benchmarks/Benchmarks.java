package dev.stampede.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import dev.stampede.benchmarks.herd.HerdBenchmarks;

/**
 * Runs a comparison and prints its table. The contenders take turns, in several rounds,
 * so that a machine that is busy for a while is busy for all of them; the ratios are
 * medians of the rounds. Beside the rates there is the processor time of one call, and
 * with {@code -Dprofile=true} a table of where the last round's time went.
 */
public final class Benchmarks {

	private static final int ROUNDS = Integer.getInteger("rounds", 3);

	private static final int WARM_UP_SECONDS = Integer.getInteger("warm-up-seconds", 10);

	private static final int SECONDS = Integer.getInteger("seconds", 3);

	private static final boolean PROFILE = Boolean.getBoolean("profile");

	private Benchmarks() {
	}

	/**
	 * Runs comparisons; after the word {@code herd}, scenarios.
	 * @param names their names; all if there are none
	 * @throws Exception if one fails
	 */
	public static void main(String[] names) throws Exception {
		if (names.length > 0 && names[0].equals("herd")) {
			HerdBenchmarks.run(List.of(names).subList(1, names.length));
			return;
		}
		List<String> chosen = (names.length > 0) ? List.of(names)
				: Comparison.all().stream().map(Comparison::name).toList();
		try (RedisProcess redis = RedisProcess.start()) {
			for (String name : chosen) {
				run(Comparison.of(name), redis.port());
			}
		}
	}

	private static void run(Comparison comparison, int port) throws RunnerException, IOException {
		Map<String, Measured> measured = new LinkedHashMap<>();
		Path recordings = Files.createTempDirectory("stampede-benchmarks");
		for (int round = 0; round < ROUNDS; round++) {
			for (String contender : comparison.contenders()) {
				List<String> jvmArgs = new ArrayList<>(List.of("-D" + ProductsConfiguration.REDIS_PORT + "=" + port));
				if (PROFILE) {
					jvmArgs.addAll(Profile.recordingTo(recordings.resolve(contender)));
				}
				for (RunResult result : new Runner(options(comparison, contender, jvmArgs)).run()) {
					measured.computeIfAbsent(contender, (key) -> new Measured()).add(result);
				}
			}
		}
		print(comparison, measured);
		for (String contender : PROFILE ? comparison.contenders() : List.<String>of()) {
			Path recording = recordings.resolve(contender);
			System.out.printf("%n%s%n%n%s", contender, Profile.of(recording, Duration.ofSeconds(SECONDS)));
			Files.delete(recording);
		}
		Files.delete(recordings);
	}

	private static Options options(Comparison comparison, String contender, List<String> jvmArgs) {
		ChainedOptionsBuilder options = new OptionsBuilder()
			.include(comparison.benchmark().getName() + "\\." + contender + "$")
			.threads(comparison.threads())
			.forks(1)
			.warmupIterations(WARM_UP_SECONDS)
			.warmupTime(TimeValue.seconds(1))
			.measurementIterations(SECONDS)
			.measurementTime(TimeValue.seconds(1))
			.verbosity(VerboseMode.SILENT)
			.shouldFailOnError(true)
			.addProfiler(CpuProfiler.class)
			.jvmArgsAppend(jvmArgs.toArray(String[]::new));
		comparison.parameters().forEach(options::param);
		return options.build();
	}

	private static void print(Comparison comparison, Map<String, Measured> measured) {
		Measured base = measured.values().iterator().next();
		String first = measured.keySet().iterator().next();
		System.out.printf("%n%s (%d rounds)%n%n| contender | per second | x %s | CPU us | x %s |%n"
				+ "| --- | --- | --- | --- | --- |%n", comparison.title(), base.rates.size(), first, first);
		measured.forEach((contender, values) -> System.out.printf(Locale.ROOT, "| %s | %,.0f | %.2f | %.2f | %.2f |%n",
				contender, median(values.rates), ratio(values.rates, base.rates), median(values.cpu) / 1000,
				ratio(values.cpu, base.cpu)));
		System.out.println();
		for (Comparison.Bar bar : comparison.bars()) {
			double ratio = ratio(rates(measured, bar.contender()), rates(measured, bar.base()));
			System.out.printf(Locale.ROOT, "- %s: %s, times %s (%.2f, at least %.2f)%n",
					(ratio >= bar.least()) ? "holds" : "does not hold", bar.contender(), bar.base(), ratio,
					bar.least());
		}
	}

	private static List<Double> rates(Map<String, Measured> measured, String contender) {
		return Objects.requireNonNull(measured.get(contender)).rates;
	}

	private static double ratio(List<Double> values, List<Double> base) {
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < values.size(); round++) {
			ratios.add(values.get(round) / base.get(round));
		}
		return median(ratios);
	}

	private static double median(List<Double> values) {
		List<Double> sorted = values.stream().sorted().toList();
		int middle = sorted.size() / 2;
		return (sorted.size() % 2 == 1) ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
	}

	/** What was measured of one contender, round by round. */
	private static final class Measured {

		private final List<Double> rates = new ArrayList<>();

		private final List<Double> cpu = new ArrayList<>();

		private void add(RunResult result) {
			this.rates.add(result.getPrimaryResult().getScore());
			this.cpu.add(Objects.requireNonNull(result.getSecondaryResults().get(CpuProfiler.LABEL)).getScore());
		}

	}

}
