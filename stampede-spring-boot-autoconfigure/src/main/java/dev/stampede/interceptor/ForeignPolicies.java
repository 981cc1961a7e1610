package dev.stampede.interceptor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.stampede.CallSpec;
import dev.stampede.InvalidSettingsException;
import dev.stampede.OnLose;
import dev.stampede.PolicyLayer;
import dev.stampede.PolicyResolver;
import dev.stampede.PolicySettings;
import dev.stampede.RefreshMode;
import dev.stampede.StampedePolicy;

/**
 * Policies of methods whose entries are in the cache of their {@code @Cacheable}: its
 * lifetime is Spring's to say, and it keeps no stale copies.
 */
final class ForeignPolicies {

	private static final String LIFETIME = "set the lifetime where the cache is configured, for example in "
			+ "spring.cache.redis.time-to-live";

	/** Of no use, and unlike any that somebody would set. */
	private static final Duration NO_TTL = Duration.ofNanos(1_234_567);

	/**
	 * Weaker than the annotation, stronger than the configured defaults: nobody can tell
	 * whether a copy of a foreign cache's entry is still right.
	 */
	private static final PolicySettings SETTINGS = new PolicySettings(NO_TTL, Duration.ZERO, Duration.ZERO, null, null,
			null, List.of(OnLose.POLL), null, null, null, null, 0.0, RefreshMode.INLINE, null, null, null, null,
			new PolicySettings.Near(Duration.ZERO, null));

	private final ProtectedMethod method;

	private final List<String> faults = new ArrayList<>();

	private final List<String> cures = new ArrayList<>();

	private ForeignPolicies(ProtectedMethod method) {
		this.method = method;
	}

	/**
	 * Puts what is decided by the place beside {@code @Cacheable} before the defaults,
	 * which do not reach it.
	 * @param layers what each place says, the strongest first
	 * @return what the policy is made of
	 */
	static List<PolicyLayer> layers(List<PolicyLayer> layers) {
		List<PolicyLayer> result = new ArrayList<>(layers);
		result.removeIf((layer) -> layer.origin() == PolicyLayer.Origin.DEFAULTS);
		result.add(new PolicyLayer(PolicyLayer.Origin.BUILT_IN, SETTINGS));
		layers.stream().filter((layer) -> layer.origin() == PolicyLayer.Origin.DEFAULTS).forEach(result::add);
		return result;
	}

	/**
	 * Resolves the policy of a method.
	 * @param method the method
	 * @param policies the policies
	 * @return what the engine keeps of it
	 * @throws InvalidSettingsException if it cannot work; the advice is for all that is
	 * wrong
	 */
	static CallSpec<Object> spec(ProtectedMethod method, PolicyResolver policies) {
		PolicySettings said = policies.layers(method.cacheName(), method.settings())
			.stream()
			.filter((layer) -> layer.origin() != PolicyLayer.Origin.DEFAULTS)
			.map(PolicyLayer::settings)
			.reduce(PolicySettings.none(), PolicySettings::over);
		new ForeignPolicies(method).check(said);
		StampedePolicy policy = policies.resolve(method.cacheName(), method.settings().over(SETTINGS));
		new ForeignPolicies(method).check(said(policy));
		return new CallSpec<>(method.cacheName(), policy, new ForeignValueCodec(method.type()));
	}

	// a resolver of the application's own need not tell what a policy is made of
	private static PolicySettings said(StampedePolicy policy) {
		return new PolicySettings(policy.ttl().equals(NO_TTL) ? null : policy.ttl(),
				policy.staleTtl().isZero() ? null : policy.staleTtl(), policy.staleIfErrorTtl(), null, null, null,
				policy.onLose(), null, null, null, null, null, policy.refresh(), null, null, null, null,
				new PolicySettings.Near(policy.nearTtl(), null));
	}

	private void check(PolicySettings said) {
		checkLifetimes(said);
		checkStaleCopies(said);
		PolicySettings.Near near = said.near();
		if (near != null && isSet(near.ttl())) {
			this.faults.add("near.ttl is set, and the cache of its @Cacheable decides what is a hit");
			this.cures.add("remove " + property("near.ttl"));
		}
		if (!this.faults.isEmpty()) {
			this.cures.add("or remove @Cacheable, so that the entry is ours");
			throw new InvalidSettingsException(String.join("; ", this.faults), String.join("; ", this.cures));
		}
	}

	private void checkLifetimes(PolicySettings said) {
		if (said.ttl() == null && said.staleTtl() == null) {
			return;
		}
		PolicySettings annotation = this.method.settings();
		boolean annotated = annotation.ttl() != null || annotation.staleTtl() != null;
		boolean configured = !(same(said.ttl(), annotation.ttl()) && same(said.staleTtl(), annotation.staleTtl()));
		List<String> places = new ArrayList<>();
		if (annotated) {
			places.add("ttl and staleTtl from the annotation");
		}
		if (configured) {
			places.add(property("ttl") + " and " + property("stale-ttl"));
		}
		this.faults.add("ttl or stale-ttl is set, and the cache of its @Cacheable decides how long entries live");
		this.cures.add("remove " + String.join(" and ", places) + ", and " + LIFETIME);
	}

	private void checkStaleCopies(PolicySettings said) {
		List<String> wrong = new ArrayList<>();
		List<OnLose> chain = said.onLose();
		if (chain != null && chain.contains(OnLose.SERVE_STALE)) {
			wrong.add("SERVE_STALE");
			List<OnLose> rest = chain.stream().filter((step) -> step != OnLose.SERVE_STALE).toList();
			this.cures.add("write " + onLose(rest.isEmpty() ? List.of(OnLose.POLL) : rest));
		}
		if (said.refresh() == RefreshMode.BACKGROUND) {
			wrong.add("refresh BACKGROUND");
			this.cures.add("write " + property("refresh") + "=INLINE");
		}
		if (isSet(said.staleIfErrorTtl())) {
			wrong.add("stale-if-error-ttl");
			this.cures.add("remove " + property("stale-if-error-ttl"));
		}
		if (!wrong.isEmpty()) {
			this.faults.add(String.join(" and ", wrong) + ((wrong.size() > 1) ? " are" : " is")
					+ " set beside @Cacheable, whose cache keeps no stale copies");
		}
	}

	private String onLose(List<OnLose> chain) {
		List<OnLose> annotated = this.method.settings().onLose();
		if (annotated == null || !annotated.contains(OnLose.SERVE_STALE)) {
			return property("on-lose") + "=" + String.join(",", chain.stream().map(OnLose::name).toList());
		}
		return "onLose = " + annotation(chain) + " in the annotation, or " + property("on-lose") + "="
				+ String.join(",", chain.stream().map(OnLose::name).toList());
	}

	private static String annotation(List<OnLose> chain) {
		List<String> names = chain.stream().map((step) -> "OnLose." + step).toList();
		return (names.size() == 1) ? names.get(0) : "{ " + String.join(", ", names) + " }";
	}

	private String property(String setting) {
		return PolicySettings.property(this.method.cacheName(), setting);
	}

	private static boolean isSet(@Nullable Duration time) {
		return time != null && !time.isZero();
	}

	private static boolean same(@Nullable Duration one, @Nullable Duration other) {
		return (one != null) ? one.equals(other) : other == null;
	}

}
