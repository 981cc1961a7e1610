package dev.stampede.cache;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.util.StringUtils;

import dev.stampede.OnLose;
import dev.stampede.engine.CallSpec;
import dev.stampede.interceptor.ProtectedMethod;
import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.PolicyUse;
import dev.stampede.policy.RefreshMode;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.EntryStore;
import dev.stampede.store.ValueCodec;

/**
 * Policies of methods whose entries are in an external cache. The lifetime is that of the
 * cache. Shadow entries are kept where they have a use and the lifetime is known.
 */
final class ExternalPolicies {

	private static final String LIFETIME = "set the lifetime where the cache is configured, for example in "
			+ "spring.cache.redis.time-to-live";

	/** Of no use, and unlike any that somebody would set. */
	private static final Duration NO_TTL = Duration.ofNanos(1_234_567);

	/** How much sooner shadow entries run out, unless a tenth of their life is less. */
	private static final Duration EARLIER = Duration.ofMillis(500);

	/**
	 * Weaker than the annotation, stronger than the configured defaults: nobody can tell
	 * whether the shadow of an external entry is still right.
	 */
	private static final PolicySettings SETTINGS = PolicySettings.builder()
		.ttl(NO_TTL)
		.staleTtl(Duration.ZERO)
		.staleIfErrorTtl(Duration.ZERO)
		.onLose(OnLose.POLL)
		.earlyRefreshBeta(0.0)
		.refresh(RefreshMode.INLINE)
		.nearTtl(Duration.ZERO)
		.build();

	private final ProtectedMethod method;

	private final List<String> faults = new ArrayList<>();

	private final List<String> cures = new ArrayList<>();

	private ExternalPolicies(ProtectedMethod method) {
		this.method = method;
	}

	/**
	 * Puts what is decided by the place beside {@code @Cacheable} before the defaults,
	 * which do not reach it.
	 * @param layers what each place says, the strongest first
	 * @return what the policy is made of
	 */
	static List<PolicyUse.Layer> layers(List<PolicyUse.Layer> layers) {
		List<PolicyUse.Layer> result = new ArrayList<>(layers);
		result.removeIf((layer) -> layer.origin() == PolicyUse.Origin.DEFAULTS);
		result.add(new PolicyUse.Layer(PolicyUse.Origin.BUILT_IN, SETTINGS));
		layers.stream().filter((layer) -> layer.origin() == PolicyUse.Origin.DEFAULTS).forEach(result::add);
		return result;
	}

	/**
	 * Resolves the policy of a method.
	 * @param method the method
	 * @param policies the policies
	 * @param entries makes the codec of shadow entries
	 * @return what the engine keeps of it
	 * @throws InvalidSettingsException if it cannot work; the advice is for all that is
	 * wrong
	 */
	static CallSpec<Object> spec(ProtectedMethod method, PolicyResolver policies, EntryStore entries) {
		PolicySettings said = policies.layers(method.cacheName(), method.settings())
			.stream()
			.filter((layer) -> layer.origin() != PolicyUse.Origin.DEFAULTS)
			.map(PolicyUse.Layer::settings)
			.reduce(PolicySettings.none(), PolicySettings::over);
		new ExternalPolicies(method).check(said);
		StampedePolicy policy = policies.resolve(method.cacheName(), method.settings().over(SETTINGS));
		new ExternalPolicies(method).check(said(policy));
		return new CallSpec<>(method.cacheName(), policy, policy.usesStaleCopies()
				? entries.codec(method.cacheName(), method.type()) : new ExternalValueCodec(method.type()));
	}

	/**
	 * Returns a spec whose shadow entries run out a little before the entries that they
	 * stand for: they are written later, and whoever finds the entry gone is to find its
	 * shadow run out.
	 * @param spec what the method keeps
	 * @return what its calls use
	 */
	static CallSpec<Object> shadowing(CallSpec<Object> spec) {
		StampedePolicy policy = spec.policy();
		Duration tenth = policy.ttl().dividedBy(10);
		Duration ttl = policy.ttl().minus((tenth.compareTo(EARLIER) < 0) ? tenth : EARLIER);
		return new CallSpec<>(spec.cacheName(),
				policy.toBuilder().ttl(ttl).nullTtl(ttl).ttlJitter(0.0).earlyRefreshBeta(0.0).build(), spec.codec());
	}

	// a resolver of the application's own need not tell what a policy is made of
	private static PolicySettings said(StampedePolicy policy) {
		return PolicySettings.builder()
			.ttl(policy.ttl().equals(NO_TTL) ? null : policy.ttl())
			.staleTtl(policy.staleTtl().isZero() ? null : policy.staleTtl())
			.staleIfErrorTtl(policy.staleIfErrorTtl())
			.onLose(policy.onLose())
			.refresh(policy.refresh())
			.nearTtl(policy.nearTtl())
			.build();
	}

	private void check(PolicySettings said) {
		if (servesStale(said) || isSet(said.staleIfErrorTtl())) {
			checkShadows(said);
		}
		else {
			checkLifetimes(said);
		}
		if (said.refresh() == RefreshMode.BACKGROUND) {
			this.faults.add("refresh BACKGROUND is set beside @Cacheable, whose entry a caller refreshes");
			this.cures.add("write " + property("refresh") + "=INLINE");
		}
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
		this.cures.add("remove " + String.join(" and ", places) + ", and " + LIFETIME + ", or, for stale copies, write "
				+ property("on-lose") + "=SERVE_STALE,POLL and set both " + property("ttl") + " and "
				+ property("stale-ttl"));
	}

	private void checkShadows(PolicySettings said) {
		String use = servesStale(said) ? "SERVE_STALE" : "stale-if-error-ttl";
		CacheableOperation cacheable = this.method.cacheable();
		if (cacheable == null || cacheable.getCacheNames().isEmpty()
				|| StringUtils.hasText(cacheable.getCacheResolver())) {
			this.faults
				.add(use + " is set beside a @Cacheable that leaves its caches to a resolver, so nobody can tell "
						+ "which evictions make a copy wrong");
			this.cures.add("name the cache at @Cacheable, or " + withoutShadows(said));
		}
		else if (said.ttl() == null) {
			this.faults.add(use + " is set beside @Cacheable, and how long its cache keeps an entry is not known");
			this.cures.add("set " + property("ttl") + " to that lifetime, or " + withoutShadows(said));
		}
		if (servesStale(said) && !isSet(said.staleTtl())) {
			this.faults.add("SERVE_STALE is set beside @Cacheable, and stale-ttl is not");
			this.cures.add("set " + property("stale-ttl") + " to how long a copy may be served after that, or "
					+ withoutShadows(said));
		}
	}

	private String withoutShadows(PolicySettings said) {
		List<String> without = new ArrayList<>();
		List<OnLose> chain = said.onLose();
		if (chain != null && servesStale(said)) {
			List<OnLose> rest = chain.stream().filter((step) -> step != OnLose.SERVE_STALE).toList();
			without.add("write " + onLose(rest.isEmpty() ? List.of(OnLose.POLL) : rest));
		}
		if (isSet(said.staleIfErrorTtl())) {
			without.add("remove " + property("stale-if-error-ttl"));
		}
		return String.join(" and ", without);
	}

	private static boolean servesStale(PolicySettings said) {
		return said.onLose() != null && said.onLose().contains(OnLose.SERVE_STALE);
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

	/**
	 * Stands for values that a cache of the application keeps in its own way.
	 *
	 * @param type the declared type, which tells callers apart that share a flight
	 */
	private record ExternalValueCodec(Type type) implements ValueCodec<Object> {

		@Override
		public byte[] encode(Object value) {
			throw new IllegalStateException("The value belongs to a cache of the application");
		}

		@Override
		public Object decode(byte[] payload) {
			throw new IllegalStateException(
					"The entry belongs to a method without @Cacheable, or to StampedeOperations: "
							+ "give its cache another name");
		}

	}

}
