package dev.stampede.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.StringUtils;

import dev.stampede.OnLose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests of what a policy accepts, at the edges.
 */
class StampedePolicyTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			ttl                  | ttl=0
			ttl                  | ttl=P3660DT0.000000001S
			stale-ttl            | stale-ttl=-1ns
			stale-ttl            | stale-ttl=P3660DT0.000000001S
			stale-if-error-ttl   | stale-if-error-ttl=-1ns
			lock-ttl             | lock-ttl=0
			lock-ttl             | lock-ttl=9ms
			lock-max-hold        | lock-max-hold=0
			lock-max-hold        | lock-max-hold=1ms lock-ttl=2ms
			wait-timeout         | wait-timeout=0
			null-ttl             | null-ttl=0
			failure-backoff      | failure-backoff=0
			ttl-jitter           | ttl-jitter=1
			ttl-jitter           | ttl-jitter=-0.01
			early-refresh-beta   | early-refresh-beta=100.01
			early-refresh-beta   | early-refresh-beta=-0.01
			max-concurrent-reads | max-concurrent-reads=-1
			uncacheable-ttl      | uncacheable-ttl=-1ns
			max-value-size       | max-value-size=0
			max-value-size       | max-value-size=-1MB
			near.ttl             | near.ttl=-1ns
			near.max-entries     | near.max-entries=0
			on-lose              | on-lose=
			SERVE_STALE          | on-lose=poll refresh=background
			""")
	void illegalValueIsNamed(String name, String settings) {
		assertThatIllegalArgumentException().isThrownBy(() -> policy(settings)).withMessageContaining(name);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ttl=1ns", "ttl=P3660D", "stale-ttl=0", "stale-if-error-ttl=P3660D",
			"lock-ttl=7s lock-max-hold=7s", "lock-ttl=10ms", "ttl-jitter=0", "ttl-jitter=0.99",
			"early-refresh-beta=100", "max-concurrent-reads=0", "uncacheable-ttl=0", "max-value-size=1", "near.ttl=0",
			"near.max-entries=1" })
	void edgeIsLegal(String settings) {
		assertThat(policy(settings)).isNotNull();
	}

	@Test
	void finalServeStaleIsFollowedByPoll() {
		assertThat(chain("serve-stale")).containsExactly(OnLose.SERVE_STALE, OnLose.POLL);
		assertThat(chain("poll,serve-stale")).containsExactly(OnLose.POLL, OnLose.SERVE_STALE);
		assertThat(chain("serve-stale,fail-fast,serve-stale")).containsExactly(OnLose.SERVE_STALE, OnLose.FAIL_FAST);
	}

	private static List<OnLose> chain(String chain) {
		return policy("on-lose=" + chain).onLose();
	}

	private static StampedePolicy policy(String settings) {
		Map<String, String> properties = new HashMap<>();
		for (String setting : StringUtils.tokenizeToStringArray(settings, " ")) {
			int equals = setting.indexOf('=');
			properties.put("policy." + setting.substring(0, equals), setting.substring(equals + 1));
		}
		Binder binder = new Binder(new MapConfigurationPropertySource(properties));
		return StampedePolicy.resolve(binder.bindOrCreate("policy", PolicySettings.class));
	}

}
