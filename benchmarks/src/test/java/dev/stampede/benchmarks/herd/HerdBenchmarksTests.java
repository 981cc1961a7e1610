package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A herd of a few callers in two JVMs.
 */
class HerdBenchmarksTests {

	private static final Scale SCALE = new Scale(2, 3, 2, Duration.ofSeconds(1), 1);

	private static final List<Approach> APPROACHES = List.of(Approach.CAFFEINE, Approach.STAMPEDE_POLL);

	@Test
	void herdOnColdKeyIsCounted() throws Exception {
		Scenario scenario = new ColdKey(SCALE);
		Results results = new HerdBenchmarks(SCALE).run(scenario, APPROACHES);
		assertThat(results.of(Approach.CAFFEINE, Figure.READS)).isEqualTo(2);
		assertThat(results.of(Approach.STAMPEDE_POLL, Figure.READS)).isEqualTo(1);
		assertThat(results.of(Approach.STAMPEDE_POLL, Figure.COMMANDS)).isBetween(3.0, 12.0);
		assertThat(Report.of(scenario, results)).startsWith("### Cold key: 2 JVMs x 3 callers")
			.contains("| Stampede, `POLL` | 1 | 1 |", "- holds: one source read (1, at most 1)");
	}

	@Test
	void killedWinnerIsReplaced() throws Exception {
		Results results = new HerdBenchmarks(SCALE).run(new DeadWinner(SCALE), List.of(Approach.STAMPEDE_POLL));
		assertThat(results.of(Approach.STAMPEDE_POLL, Figure.READS)).isEqualTo(2);
		assertThat(results.of(Approach.STAMPEDE_POLL, Figure.ERRORS)).isZero();
	}

}
