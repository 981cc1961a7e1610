package dev.stampede.engine;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.unit.DataSize;

import dev.stampede.policy.StampedePolicy;
import dev.stampede.testing.ManualScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what is warned of, how often, and in which words.
 */
@ExtendWith(OutputCaptureExtension.class)
class WarningsTests {

	private final ManualScheduler time = new ManualScheduler();

	private final Warnings warnings = new Warnings(this.time::now);

	@Test
	void failuresThatStaleCopiesHideAreToldOnceAMinuteForEachCache(CapturedOutput output) {
		for (int second = 0; second < 120; second++) {
			this.warnings.reportHiddenFailure("sets", new IllegalStateException("secret"));
			this.warnings.reportHiddenFailure("prices", new IllegalStateException("secret"));
			this.time.pass(Duration.ofSeconds(1).toMillis());
		}
		assertThat(output.getAll().split("source of cache 'sets' fails", -1)).hasSize(3);
		assertThat(output.getAll().split("source of cache 'prices' fails", -1)).hasSize(3);
		assertThat(output).contains("java.lang.IllegalStateException").doesNotContain("secret");
	}

	@Test
	void entryThatCannotBeDecodedIsToldOnceWithoutItsContent(CapturedOutput output) {
		this.warnings.reportUndecodable("sets", new IllegalArgumentException("secret"));
		this.warnings.reportUndecodable("sets", new IllegalArgumentException("secret"));
		assertThat(output.getAll().split("cannot be decoded", -1)).hasSize(2);
		assertThat(output).doesNotContain("secret");
	}

	@Test
	void valueThatIsTooLargeIsToldOnceForEachCacheWithBothSizes(CapturedOutput output) {
		this.warnings.reportTooLarge("sets", 2_000_000, DataSize.ofMegabytes(1));
		this.warnings.reportTooLarge("sets", 3_000_000, DataSize.ofMegabytes(1));
		this.warnings.reportTooLarge("a.b", 2_000_000, DataSize.ofMegabytes(1));
		assertThat(output.getAll().split("is not stored", -1)).hasSize(3);
		assertThat(output).contains("2000000 bytes, more than the 1048576 bytes of stampede.caches.sets.max-value-size")
			.contains("stampede.caches.[a.b].max-value-size");
	}

	@Test
	void errorThatKeepsAValueFromBeingEncodedIsToldOnceWithoutItsContent(CapturedOutput output) {
		this.warnings.reportNotEncoded("sets", new StackOverflowError("secret"));
		this.warnings.reportNotEncoded("sets", new StackOverflowError("secret"));
		assertThat(output.getAll().split("java.lang.StackOverflowError", -1)).hasSize(2);
		assertThat(output).doesNotContain("secret");
	}

	@Test
	void readThatOutlivesItsLockIsToldOnceForEachCache(CapturedOutput output) {
		this.warnings.reportOutlived("sets", StampedePolicy.defaults());
		this.warnings.reportOutlived("sets", StampedePolicy.defaults());
		this.warnings.reportOutlived("prices", StampedePolicy.defaults());
		assertThat(output.getAll().split("took longer than its lock lived", -1)).hasSize(3);
		assertThat(output).contains("lock-max-hold (60000ms)").contains("lock-ttl (5000ms)");
	}

}
