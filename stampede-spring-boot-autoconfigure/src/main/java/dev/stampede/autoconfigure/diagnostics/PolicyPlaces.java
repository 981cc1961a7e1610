package dev.stampede.autoconfigure.diagnostics;

import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import dev.stampede.StampedeConfigurationException;
import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.policy.InvalidSettingsException.Remedy;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.StampedePolicy;

/**
 * The places that decide one policy, so that a fault is told where it was written.
 *
 * @param cacheName the cache; null for the defaults of all
 * @param section what its section says
 * @param annotation what the annotation says
 * @param defaults what is said of all caches
 */
public record PolicyPlaces(@Nullable String cacheName, PolicySettings section, PolicySettings annotation,
		PolicySettings defaults) {

	private static final Map<String, Function<PolicySettings, @Nullable Object>> SETTINGS = Map.ofEntries(
			Map.entry("ttl", PolicySettings::ttl), Map.entry("stale-ttl", PolicySettings::staleTtl),
			Map.entry("stale-if-error-ttl", PolicySettings::staleIfErrorTtl),
			Map.entry("lock-ttl", PolicySettings::lockTtl), Map.entry("lock-max-hold", PolicySettings::lockMaxHold),
			Map.entry("on-lose", PolicySettings::onLose), Map.entry("wait-timeout", PolicySettings::waitTimeout),
			Map.entry("null-ttl", PolicySettings::nullTtl), Map.entry("ttl-jitter", PolicySettings::ttlJitter),
			Map.entry("early-refresh-beta", PolicySettings::earlyRefreshBeta),
			Map.entry("refresh", PolicySettings::refresh), Map.entry("failure-backoff", PolicySettings::failureBackoff),
			Map.entry("max-concurrent-reads", PolicySettings::maxConcurrentReads),
			Map.entry("uncacheable-ttl", PolicySettings::uncacheableTtl),
			Map.entry("max-value-size", PolicySettings::maxValueSize),
			Map.entry("near.ttl", near(PolicySettings.Near::ttl)),
			Map.entry("near.max-entries", near(PolicySettings.Near::maxEntries)));

	/**
	 * Merges what is said.
	 * @return the policy
	 * @throws StampedeConfigurationException if properties alone are at fault
	 * @throws InvalidSettingsException if the annotation has a part in it
	 */
	public StampedePolicy resolve() {
		try {
			return StampedePolicy.resolve(this.section.over(this.annotation).over(this.defaults));
		}
		catch (InvalidSettingsException ex) {
			String action = ex.getAction(this::write);
			if (ex.getRemedies().stream().anyMatch(this::isInAnnotation)) {
				throw new InvalidSettingsException(ex.getProblem(), action);
			}
			throw new StampedeConfigurationException("The settings below "
					+ ((this.cacheName != null) ? PolicySettings.property(this.cacheName, "") : "stampede.defaults")
					+ " cannot work: " + ex.getProblem(), action);
		}
	}

	private String write(Remedy remedy) {
		if (!isInAnnotation(remedy)) {
			return property(remedy) + "=" + remedy.value() + remedy.noteInParentheses();
		}
		String value = remedy.setting().equals("on-lose") ? "{ " + remedy.value().replace(",", ", ") + " }"
				: remedy.value().replace("ms", "");
		return attribute(remedy.setting()) + " = " + value + remedy.noteInParentheses() + " in the annotation";
	}

	private String property(Remedy remedy) {
		boolean inDefaults = this.cacheName == null || (!says(this.section, remedy) && says(this.defaults, remedy));
		return (this.cacheName == null || inDefaults) ? "stampede.defaults." + remedy.setting()
				: PolicySettings.property(this.cacheName, remedy.setting());
	}

	private boolean isInAnnotation(Remedy remedy) {
		return !says(this.section, remedy) && says(this.annotation, remedy);
	}

	private static Function<PolicySettings, @Nullable Object> near(
			Function<PolicySettings.Near, @Nullable Object> part) {
		return (settings) -> (settings.near() != null) ? part.apply(settings.near()) : null;
	}

	private static boolean says(PolicySettings settings, Remedy remedy) {
		Function<PolicySettings, @Nullable Object> setting = SETTINGS.get(remedy.setting());
		return setting != null && setting.apply(settings) != null;
	}

	private static String attribute(String setting) {
		StringBuilder name = new StringBuilder();
		for (String word : StringUtils.delimitedListToStringArray(setting, "-")) {
			name.append(name.isEmpty() ? word : StringUtils.capitalize(word));
		}
		return name.toString();
	}

}
