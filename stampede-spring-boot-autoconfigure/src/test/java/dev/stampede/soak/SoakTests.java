package dev.stampede.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three JVMs under constant load on one Redis while everything that can fail does, at
 * random: no wrong or evicted value, no call without end, no read without a grant or a
 * reason, nothing left behind. {@code -Ddev.stampede.test.soak=PT10M} makes it longer,
 * {@code -Ddev.stampede.test.soak.seed} repeats an order of faults.
 */
class SoakTests {

	private static final Duration DURATION = Duration.parse(System.getProperty("dev.stampede.test.soak", "PT8S"));

	private static final long SEED = Long.getLong("dev.stampede.test.soak.seed",
			ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE));

	@Test
	@Injects(InjectedFault.RANDOM_FAULTS)
	void randomFaultsLeadToNothingThatTheyDoNotExplain() throws IOException, InterruptedException {
		PrintStream console = System.out;
		console.println("Soak test of " + DURATION + " with -Ddev.stampede.test.soak.seed=" + SEED);
		SoakReport report = new Soak(DURATION, SEED).run();
		report.lines().forEach(console::println);
		Path file = Path.of("target", "soak.txt");
		Files.createDirectories(file.getParent());
		Files.write(file, report.lines());
		assertThat(report.violations()).as("violations, with seed %d", SEED).isEmpty();
	}

}
