package dev.stampede.actuate;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.stampede.OnLose;
import dev.stampede.policy.PolicyUse;
import dev.stampede.policy.StampedePolicy;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What operators see of the policy of entries that are in a cache of the application.
 */
class PolicySettingsViewTests {

	private static final String[] OF_COPIES = { "ttlMillis", "staleTtlMillis", "staleIfErrorTtlMillis",
			"failureBackoffMillis" };

	@Test
	void windowsOfCopiesAreShownWhereCopiesAreKept() {
		assertThat(PolicySettingsView.of(beside(OnLose.SERVE_STALE, Duration.ZERO))).containsKeys(OF_COPIES)
			.doesNotContainKeys("nearTtlMillis", "ttlJitter");
		assertThat(PolicySettingsView.of(beside(OnLose.POLL, Duration.ofMinutes(1)))).containsKeys(OF_COPIES);
	}

	@Test
	void nothingIsSaidOfEntriesWhereNoneAreKept() {
		assertThat(PolicySettingsView.of(beside(OnLose.POLL, Duration.ZERO))).doesNotContainKeys(OF_COPIES)
			.containsKeys("lockTtlMillis", "onLose");
	}

	private static PolicyUse beside(OnLose onLose, Duration staleIfErrorTtl) {
		StampedePolicy policy = StampedePolicy.builder().staleIfErrorTtl(staleIfErrorTtl).onLose(onLose).build();
		return new PolicyUse("sets", "SetService.findSet", policy, List.of(), true);
	}

}
