package dev.stampede.faults;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.stampede.testing.RedisDriverKind;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A cache to be cleared among a hundred thousand keys of others.
 */
class LargeClearTests {

	private static final String LOCK_ELSEWHERE = "lock:{stampede:elsewhere::key}";

	@ParameterizedTest
	@EnumSource
	void clearNeverHoldsTheServerUpAndTouchesNothingElse(RedisDriverKind driver) throws Exception {
		try (RedisServer server = RedisServer.start();
				AppInstance app = AppInstance.on(driver.standalone(server),
						(store) -> store.timeout(Duration.ofSeconds(10)))) {
			server.call("EVAL", "for i = 1, 100000 do redis.call('SET', 'foreign:' .. i, i) end", "0");
			server.call("EVAL", "for i = 1, 500 do redis.call('SET', 'stampede:prices::' .. i, i) end", "0");
			server.call("SET", LOCK_ELSEWHERE, "other:1", "PX", "600000");
			GatedSource source = new GatedSource("read before");
			CompletableFuture<@Nullable String> running = app.getLater("running", source);
			source.awaitRead();
			server.call("CONFIG", "RESETSTAT");
			app.operations().clear(AppInstance.CACHE);
			String stats = String.valueOf(server.call("INFO", "commandstats"));
			assertThat(stats).doesNotContain("cmdstat_keys:");
			// two passes over all keys, about a thousand at a time
			assertThat(calls(stats, "scan")).isBetween(150L, 250L);
			assertThat(microsPerCall(stats, "scan")).isLessThan(50_000);
			assertThat(calls(stats, "unlink")).isGreaterThanOrEqualTo(2);
			assertThat(microsPerCall(stats, "unlink")).isLessThan(50_000);
			assertThat(server.call("DBSIZE")).isEqualTo(100_001L);
			source.open();
			assertThat(running).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("read before");
			assertThat(app.events().count("released.LOST")).isOne();
			assertThat(server.call("DBSIZE")).isEqualTo(100_001L);
			assertThat(server.call("EXISTS", LOCK_ELSEWHERE)).isEqualTo(1L);
		}
	}

	private static long calls(String stats, String command) {
		return (long) statistic(stats, command, "calls");
	}

	private static double microsPerCall(String stats, String command) {
		return statistic(stats, command, "usec_per_call");
	}

	private static double statistic(String stats, String command, String name) {
		Matcher matcher = Pattern.compile("cmdstat_" + command + ":.*?\\b" + name + "=([0-9.]+)").matcher(stats);
		assertThat(matcher.find()).as(stats).isTrue();
		return Double.parseDouble(matcher.group(1));
	}

}
