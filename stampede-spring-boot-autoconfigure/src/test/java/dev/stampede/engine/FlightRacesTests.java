package dev.stampede.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Flights under two threads at once, by jcstress: nobody who waits is left unwoken, one
 * leads at most, and no flight stays in the table that is over. Its runners run in this
 * JVM, since probing and forking others takes longer than the races.
 */
class FlightRacesTests {

	private static final String MILLIS = "400";

	@ParameterizedTest
	@MethodSource("races")
	void raceDoesNoHarm(String race) throws Exception {
		TestResult result = run(FlightRaces.class.getName() + '.' + race);
		assertThat(result.getStateKeys()).containsExactly(FlightRace.FINE);
		assertThat(result.getTotalCount()).as("races").isGreaterThan(100);
	}

	@ParameterizedTest
	@CsvSource({ "AnybodyLeads, two lead one flight", "LeavesSilently, nobody was told that the lead is vacant",
			"CountsBeforeItLeaves, nobody was told that the lead is vacant",
			"StaysInTheTable, a flight that is over is in the table",
			"ServesBehindItsLeader, a flight that is led is not in the table" })
	void mistakeIsFound(String mutant, String violation) {
		Awaitility.await()
			.pollInSameThread()
			.pollDelay(Duration.ZERO)
			.atMost(Duration.ofMinutes(1))
			.until(() -> run(FlightMutantRaces.class.getName() + '.' + mutant).getStateKeys(),
					(Collection<String> verdicts) -> verdicts.contains(violation));
	}

	static Stream<String> races() {
		return Stream.of(FlightRaces.class.getClasses()).map(Class::getSimpleName).sorted();
	}

	private static TestResult run(String name) throws Exception {
		TestInfo info = TestList.getInfo(name);
		Options options = new Options(
				new String[] { "-c", "2", "-time", MILLIS, "-iters", "1", "-strideSize", "32", "-strideCount", "16" });
		assertThat(options.parse()).isTrue();
		SchedulingClass anywhere = new SchedulingClass(AffinityMode.NONE, info.threads(), NodeType.PACKAGE);
		TestConfig config = new TestConfig(options, info, 0, List.of(), CompileMode.UNIFIED, anywhere);
		Runner<?> runner = Class.forName(info.generatedRunner())
			.asSubclass(Runner.class)
			.getConstructor(ForkedTestConfig.class)
			.newInstance(new ForkedTestConfig(config));
		TestResult result = runner.run();
		assertThat(result.status()).as(() -> String.join("\n", result.getMessages())).isEqualTo(Status.NORMAL);
		return result;
	}

}
