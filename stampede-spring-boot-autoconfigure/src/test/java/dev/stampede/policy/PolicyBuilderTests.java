package dev.stampede.policy;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

import dev.stampede.OnLose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Builders of policies and settings.
 */
class PolicyBuilderTests {

	private static final StampedePolicy POLICY = new StampedePolicy(Duration.ofMillis(1), Duration.ofMillis(2),
			Duration.ofMillis(3), Duration.ofMillis(40), false, Duration.ofMillis(50),
			List.of(OnLose.SERVE_STALE, OnLose.POLL, OnLose.FAIL_FAST), Duration.ofMillis(6), false,
			Duration.ofMillis(7), 0.8, 9, RefreshMode.BACKGROUND, Duration.ofMillis(10), 11, Duration.ofMillis(14),
			DataSize.ofBytes(15), Duration.ofMillis(12), 13);

	private static final PolicySettings SETTINGS = new PolicySettings(Duration.ofMillis(1), Duration.ofMillis(2),
			Duration.ofMillis(3), Duration.ofMillis(40), false, Duration.ofMillis(50), List.of(OnLose.FAIL_FAST),
			Duration.ofMillis(6), false, Duration.ofMillis(7), 0.8, 9.0, RefreshMode.BACKGROUND, Duration.ofMillis(10),
			11, Duration.ofMillis(14), DataSize.ofBytes(15), "json", true,
			new PolicySettings.Near(Duration.ofMillis(12), 13));

	@Test
	void copiesAreTheSame() {
		assertThat(POLICY.toBuilder().build()).isEqualTo(POLICY);
		assertThat(SETTINGS.toBuilder().build()).isEqualTo(SETTINGS);
		assertThat(PolicySettings.none().toBuilder().build()).isEqualTo(PolicySettings.none());
	}

	@Test
	void onlyWhatIsSetDiffersFromWhatIsBuiltIn() {
		assertThat(StampedePolicy.builder().build()).isEqualTo(StampedePolicy.defaults());
		StampedePolicy policy = StampedePolicy.builder().lockTtl(Duration.ofSeconds(7)).build();
		assertThat(policy.waitTimeout()).isGreaterThan(Duration.ofSeconds(7));
		assertThat(policy.toBuilder()
			.lockTtl(StampedePolicy.defaults().lockTtl())
			.waitTimeout(StampedePolicy.defaults().waitTimeout())
			.build()).isEqualTo(StampedePolicy.defaults());
	}

	@Test
	void policyIsCheckedWhenItIsBuilt() {
		StampedePolicy.Builder builder = StampedePolicy.builder().lockTtl(Duration.ofHours(1));
		assertThatExceptionOfType(InvalidSettingsException.class).isThrownBy(builder::build)
			.withMessageContaining("lock-max-hold");
	}

}
