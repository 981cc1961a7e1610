package dev.stampede.sample.demo;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.springframework.test.util.TestSocketUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three instances in JVMs of their own, and a load on them.
 */
class FleetTests {

	/** Expiries, calls, reads of the three instances, reads of the fleet. */
	private static final Pattern ROW = Pattern.compile("^ +(\\d+) +(\\d+) +(\\d+) +(\\d+) +(\\d+) +(\\d+) +\\d+ ms$",
			Pattern.MULTILINE);

	@Test
	void fleetReadsTheSourceOncePerExpiry() throws Exception {
		ByteArrayOutputStream printed = new ByteArrayOutputStream();
		try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
			String port = String.valueOf(TestSocketUtils.findAvailableTcpPort());
			Launcher.run(new String[] { "--fleet", "--fleet.expiries=2", "--spring.data.redis.port=" + port }, out);
		}
		String table = printed.toString(StandardCharsets.UTF_8);
		List<MatchResult> rows = ROW.matcher(table).results().toList();
		assertThat(rows).as(table).hasSize(2).allSatisfy((row) -> {
			assertThat(Integer.parseInt(row.group(1))).isPositive();
			assertThat(Integer.parseInt(row.group(2))).isGreaterThan(20);
			assertThat(row.group(6)).isEqualTo(row.group(1));
		});
	}

}
