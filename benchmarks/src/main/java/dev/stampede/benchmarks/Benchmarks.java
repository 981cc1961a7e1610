package dev.stampede.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import dev.stampede.benchmarks.Comparison.Fork;
import dev.stampede.benchmarks.herd.HerdBenchmarks;
import dev.stampede.testing.RedisServer;

/**
 * Comparisons of hits, each printed as a table. The contenders take turns, in several
 * rounds, so that a machine that is busy for a while is busy for all of them; the ratios
 * are medians of the rounds. Beside the rates there is the processor time of one call,
 * and with {@code -Dprofile=true} a table of where the last round's time went.
 */
public final class Benchmarks {

	private static final int ROUNDS = Integer.getInteger("rounds", 3);

	private static final int WARM_UP_SECONDS = Integer.getInteger("warm-up-seconds", 10);

	private static final int SECONDS = Integer.getInteger("seconds", 3);

	private static final int TURNS_PER_SECOND = 4;

	private static final int PROFILED_SECONDS = 10;

	private static final boolean PROFILE = Boolean.getBoolean("profile");

	private static final @Nullable String AGENT = System.getProperty("agent");

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
		try (RedisServer redis = RedisServer.start()) {
			for (String name : chosen) {
				run(Comparison.of(name), redis.port());
			}
		}
	}

	private static void run(Comparison comparison, int port) throws RunnerException, IOException {
		Map<String, Measured> measured = new LinkedHashMap<>();
		comparison.contenders().forEach((contender) -> measured.put(contender, new Measured()));
		for (int round = 0; round < ROUNDS; round++) {
			for (Fork fork : comparison.forks()) {
				int turn = 0;
				for (IterationResult iteration : run(comparison, fork, port, SECONDS, List.of())) {
					String contender = fork.contenders().get(turn++ % fork.contenders().size());
					Objects.requireNonNull(measured.get(contender)).add(iteration);
				}
			}
		}
		print(comparison, measured);
		for (String contender : PROFILE ? comparison.contenders() : List.<String>of()) {
			profile(comparison, contender, port);
		}
	}

	private static void profile(Comparison comparison, String contender, int port) throws RunnerException, IOException {
		Fork fork = comparison.forkOf(contender);
		if (AGENT != null) {
			run(comparison, fork, port, PROFILED_SECONDS, List.of("-agentpath:" + AGENT.replace("{}", contender)));
			return;
		}
		Path recording = Files.createTempFile("stampede-benchmarks", ".jfr");
		run(comparison, fork, port, PROFILED_SECONDS, Profile.recordingTo(recording));
		System.out.printf("%n%s%n%n%s", contender, Profile.of(recording, Duration.ofSeconds(PROFILED_SECONDS)));
		Files.delete(recording);
	}

	private static Collection<IterationResult> run(Comparison comparison, Fork fork, int port, int seconds,
			List<String> jvmArgs) throws RunnerException {
		int contenders = fork.contenders().size();
		int turns = (contenders > 1) ? TURNS_PER_SECOND : 1;
		TimeValue time = TimeValue.milliseconds(1000 / turns);
		ChainedOptionsBuilder options = new OptionsBuilder()
			.include(comparison.benchmark().getName() + "\\." + fork.method() + "$")
			.threads(comparison.threads())
			.forks(1)
			.warmupIterations(WARM_UP_SECONDS * turns / contenders * contenders)
			.warmupTime(time)
			.measurementIterations(seconds * turns * contenders)
			.measurementTime(time)
			.verbosity(VerboseMode.SILENT)
			.shouldFailOnError(true)
			.addProfiler(CpuProfiler.class)
			.jvmArgsAppend(
					Stream.concat(jvmArgs.stream(), Stream.of("-D" + ProductsConfiguration.REDIS_PORT + "=" + port))
						.toArray(String[]::new));
		comparison.parameters().forEach(options::param);
		fork.parameters().forEach(options::param);
		return new Runner(options.build()).runSingle().getBenchmarkResults().iterator().next().getIterationResults();
	}

	private static void print(Comparison comparison, Map<String, Measured> measured) {
		Measured base = measured.values().iterator().next();
		String first = measured.keySet().iterator().next();
		System.out.printf("%n%s (%d rounds)%n%n| contender | per second | x %s | CPU us | x %s |%n"
				+ "| --- | --- | --- | --- | --- |%n", comparison.title(), ROUNDS, first, first);
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
		for (int turn = 0; turn < values.size(); turn++) {
			ratios.add(values.get(turn) / base.get(turn));
		}
		return median(ratios);
	}

	private static double median(List<Double> values) {
		List<Double> sorted = values.stream().sorted().toList();
		int middle = sorted.size() / 2;
		return (sorted.size() % 2 == 1) ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
	}

	/** Figures of one contender, turn by turn. */
	private static final class Measured {

		private final List<Double> rates = new ArrayList<>();

		private final List<Double> cpu = new ArrayList<>();

		private void add(IterationResult iteration) {
			this.rates.add(iteration.getPrimaryResult().getScore());
			this.cpu.add(Objects.requireNonNull(iteration.getSecondaryResults().get(CpuProfiler.LABEL)).getScore());
		}

	}

}
