package dev.stampede.actuate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.stampede.actuate.CacheDescriptor.SettingDescriptor;
import dev.stampede.event.Tally;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.PolicyUse;
import dev.stampede.policy.StampedePolicy;

/**
 * View of the effective settings of a policy, each with its origin.
 */
final class PolicySettingsView {

	private final Map<String, SettingDescriptor> settings = new LinkedHashMap<>();

	private final PolicyUse use;

	private PolicySettingsView(PolicyUse use) {
		this.use = use;
	}

	static Map<String, SettingDescriptor> of(PolicyUse use) {
		PolicySettingsView view = new PolicySettingsView(use);
		if (!use.foreignEntries()) {
			view.describeEntries(use.policy());
		}
		else if (use.policy().usesStaleCopies()) {
			view.describeCopies(use.policy());
		}
		view.describeCalls(use.policy());
		return view.settings;
	}

	private void describeCopies(StampedePolicy policy) {
		millis("ttlMillis", policy.ttl(), PolicySettings::ttl);
		millis("staleTtlMillis", policy.staleTtl(), PolicySettings::staleTtl);
		millis("staleIfErrorTtlMillis", policy.staleIfErrorTtl(), PolicySettings::staleIfErrorTtl);
		millis("failureBackoffMillis", policy.failureBackoff(), PolicySettings::failureBackoff);
		put("maxValueSizeBytes", policy.maxValueSize().toBytes(), PolicySettings::maxValueSize);
	}

	private void describeEntries(StampedePolicy policy) {
		describeCopies(policy);
		put("cacheNulls", policy.cacheNulls(), PolicySettings::cacheNulls);
		millis("nullTtlMillis", policy.nullTtl(), PolicySettings::nullTtl);
		put("ttlJitter", policy.ttlJitter(), PolicySettings::ttlJitter);
		put("earlyRefreshBeta", policy.earlyRefreshBeta(), PolicySettings::earlyRefreshBeta);
		put("refresh", Tally.name(policy.refresh()), PolicySettings::refresh);
		millis("nearTtlMillis", policy.nearTtl(), (settings) -> near(settings, PolicySettings.Near::ttl));
		put("nearMaxEntries", policy.nearMaxEntries(), (settings) -> near(settings, PolicySettings.Near::maxEntries));
		String serializer = this.use.setting(PolicySettings::serializer);
		if (serializer != null) {
			put("serializer", serializer, PolicySettings::serializer);
		}
		put("transactionAware", Boolean.TRUE.equals(this.use.setting(PolicySettings::transactionAware)),
				PolicySettings::transactionAware);
	}

	private void describeCalls(StampedePolicy policy) {
		millis("lockTtlMillis", policy.lockTtl(), PolicySettings::lockTtl);
		put("lockRenewal", policy.lockRenewal(), PolicySettings::lockRenewal);
		millis("lockMaxHoldMillis", policy.lockMaxHold(), PolicySettings::lockMaxHold);
		put("onLose", policy.onLose().stream().map(Enum::name).toList(), PolicySettings::onLose);
		millis("waitTimeoutMillis", policy.waitTimeout(), PolicySettings::waitTimeout);
		put("maxConcurrentReads", policy.maxConcurrentReads(), PolicySettings::maxConcurrentReads);
		millis("uncacheableTtlMillis", policy.uncacheableTtl(), PolicySettings::uncacheableTtl);
	}

	private static <V> @Nullable V near(PolicySettings settings, Function<PolicySettings.Near, @Nullable V> setting) {
		PolicySettings.Near near = settings.near();
		return (near != null) ? setting.apply(near) : null;
	}

	private void millis(String name, Duration value, Function<PolicySettings, @Nullable Duration> setting) {
		put(name, value.toMillis(), setting);
	}

	private void put(String name, Object value, Function<PolicySettings, ? extends @Nullable Object> setting) {
		this.settings.put(name, new SettingDescriptor(value, this.use.origin(setting).toString()));
	}

}
