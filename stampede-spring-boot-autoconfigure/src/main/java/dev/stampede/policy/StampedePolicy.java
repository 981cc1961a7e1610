package dev.stampede.policy;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

import dev.stampede.OnLose;
import dev.stampede.policy.InvalidSettingsException.Remedy;

/**
 * Everything that decides how calls of one method, or of one cache, are protected.
 * Immutable and checked once; safe for use by several threads.
 *
 * @param ttl how long an entry is fresh; 10 minutes by default
 * @param staleTtl how much longer it may be served stale to losers; 10 minutes by default
 * @param staleIfErrorTtl how much longer it may stand in for a failed source; by default
 * as {@code staleTtl}
 * @param lockTtl how long the regeneration lock lives unless renewed, at least 10
 * milliseconds; 5 seconds by default
 * @param lockRenewal whether the lock is renewed while the source is read; true by
 * default
 * @param lockMaxHold the longest that renewal keeps a lock; 60 seconds by default
 * @param onLose what losers do, tried in order; {@code SERVE_STALE, POLL} by default
 * @param waitTimeout the longest a loser waits; by default {@code lockTtl} and one second
 * @param cacheNulls whether null is stored; true by default
 * @param nullTtl how long a stored null is fresh; by default as {@code ttl}
 * @param ttlJitter the share by which {@code ttl} is shortened at random; 0 by default
 * @param earlyRefreshBeta the eagerness of early refresh; 0, which is off, by default
 * @param refresh who reads the source when a stale copy is at hand; {@code INLINE} by
 * default
 * @param failureBackoff for how long nobody reads a failed source again while a copy can
 * be served; 1 second by default
 * @param maxConcurrentReads how many source reads of the cache one JVM runs at a time; 0,
 * which is no limit, by default
 * @param uncacheableTtl for how long a key whose value could not be stored is marked as
 * uncacheable, so that each JVM reads it without the lock; 1 second by default, 0 turns
 * marks off
 * @param maxValueSize the largest encoded value that is stored; 1 megabyte by default
 * @param nearTtl the longest time that one JVM serves an entry from its own memory; 0,
 * which is off, by default
 * @param nearMaxEntries how many entries of the cache one JVM keeps in its memory; 1000
 * by default
 * @since 0.1.0
 */
public record StampedePolicy(Duration ttl, Duration staleTtl, Duration staleIfErrorTtl, Duration lockTtl,
		boolean lockRenewal, Duration lockMaxHold, List<OnLose> onLose, Duration waitTimeout, boolean cacheNulls,
		Duration nullTtl, double ttlJitter, double earlyRefreshBeta, RefreshMode refresh, Duration failureBackoff,
		int maxConcurrentReads, Duration uncacheableTtl, DataSize maxValueSize, Duration nearTtl, int nearMaxEntries) {

	/** Longer than anything that makes sense, and far from any overflow. */
	private static final Duration LONGEST = Duration.ofDays(3660);

	private static final Duration SHORTEST_LOCK = Duration.ofMillis(10);

	private static final StampedePolicy DEFAULTS = resolve(PolicySettings.none());

	/**
	 * Checks the policy and completes the chain: a final {@code SERVE_STALE} is followed
	 * by a {@code POLL}.
	 */
	public StampedePolicy {
		positive("ttl", ttl);
		notNegative("stale-ttl", staleTtl);
		notNegative("stale-if-error-ttl", staleIfErrorTtl);
		positive("lock-ttl", lockTtl);
		positive("lock-max-hold", lockMaxHold);
		check(lockTtl.compareTo(lockMaxHold) <= 0,
				() -> new InvalidSettingsException(
						"lock-ttl (" + millis(lockTtl) + ") is longer than lock-max-hold (" + millis(lockMaxHold) + ")",
						Remedy.of("lock-max-hold", millis(lockTtl), "or more"),
						Remedy.of("lock-ttl", millis(lockMaxHold), "or less")));
		check(lockTtl.compareTo(SHORTEST_LOCK) >= 0,
				() -> invalid("lock-ttl", text(lockTtl),
						"at least " + millis(SHORTEST_LOCK) + ", since a lock has to outlive the news that it was won",
						"5000ms"));
		positive("wait-timeout", waitTimeout);
		positive("null-ttl", nullTtl);
		positive("failure-backoff", failureBackoff);
		notNegative("uncacheable-ttl", uncacheableTtl);
		check(maxValueSize.toBytes() > 0, () -> invalid("max-value-size", maxValueSize, "1B or more", "1MB"));
		notNegative("near.ttl", nearTtl);
		check(nearMaxEntries > 0, () -> invalid("near.max-entries", nearMaxEntries, "1 or more", "1000"));
		check(ttlJitter >= 0 && ttlJitter < 1,
				() -> invalid("ttl-jitter", ttlJitter, "at least 0 and less than 1", "0.1"));
		check(earlyRefreshBeta >= 0 && earlyRefreshBeta <= 100,
				() -> invalid("early-refresh-beta", earlyRefreshBeta, "from 0, which is off, to 100", "1"));
		check(maxConcurrentReads >= 0,
				() -> invalid("max-concurrent-reads", maxConcurrentReads, "0, which is no limit, or more", "0"));
		check(!onLose.isEmpty(), () -> new InvalidSettingsException("on-lose is empty", Remedy.of("on-lose",
				"SERVE_STALE,POLL", "or another list of SERVE_STALE, POLL, RETURN_DEFAULT and FAIL_FAST")));
		List<OnLose> chain = onLose;
		check(refresh != RefreshMode.BACKGROUND || onLose.contains(OnLose.SERVE_STALE),
				() -> new InvalidSettingsException("refresh BACKGROUND needs SERVE_STALE in on-lose",
						Remedy.of("refresh", RefreshMode.INLINE), Remedy.of("on-lose", withStale(chain))));
		onLose = completed(chain);
	}

	/**
	 * Returns whether copies of entries that are past their {@code ttl} are of any use.
	 * @return false if nobody is served one, whoever loses and whatever fails
	 */
	public boolean usesStaleCopies() {
		return this.onLose.contains(OnLose.SERVE_STALE) || !this.staleIfErrorTtl.isZero();
	}

	/**
	 * Returns this policy without background refresh.
	 * @return the policy of a caller that has to read for itself
	 */
	public StampedePolicy refreshingInline() {
		return toBuilder().refresh(RefreshMode.INLINE).build();
	}

	/**
	 * Begins to build a policy.
	 * @return a builder that leaves everything open; what stays open is built in
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Begins to build a changed copy of this policy.
	 * @return a builder that says the same
	 */
	public Builder toBuilder() {
		return builder().ttl(this.ttl)
			.staleTtl(this.staleTtl)
			.staleIfErrorTtl(this.staleIfErrorTtl)
			.lockTtl(this.lockTtl)
			.lockRenewal(this.lockRenewal)
			.lockMaxHold(this.lockMaxHold)
			.onLose(this.onLose)
			.waitTimeout(this.waitTimeout)
			.cacheNulls(this.cacheNulls)
			.nullTtl(this.nullTtl)
			.ttlJitter(this.ttlJitter)
			.earlyRefreshBeta(this.earlyRefreshBeta)
			.refresh(this.refresh)
			.failureBackoff(this.failureBackoff)
			.maxConcurrentReads(this.maxConcurrentReads)
			.uncacheableTtl(this.uncacheableTtl)
			.maxValueSize(this.maxValueSize)
			.nearTtl(this.nearTtl)
			.nearMaxEntries(this.nearMaxEntries);
	}

	/**
	 * Returns the built-in policy.
	 * @return the policy that nothing overrides
	 */
	public static StampedePolicy defaults() {
		return DEFAULTS;
	}

	/**
	 * Makes a policy of settings; what they leave open is built in.
	 * @param settings the merged settings
	 * @return the policy
	 * @throws InvalidSettingsException if a value is illegal, or values cannot work
	 * together
	 */
	public static StampedePolicy resolve(PolicySettings settings) {
		Duration ttl = or(settings.ttl(), Duration.ofMinutes(10));
		Duration staleTtl = or(settings.staleTtl(), Duration.ofMinutes(10));
		Duration lockTtl = or(settings.lockTtl(), Duration.ofSeconds(5));
		PolicySettings.Near near = settings.near();
		return new StampedePolicy(ttl, staleTtl, or(settings.staleIfErrorTtl(), staleTtl), lockTtl,
				or(settings.lockRenewal(), true), or(settings.lockMaxHold(), Duration.ofSeconds(60)),
				or(settings.onLose(), List.of(OnLose.SERVE_STALE, OnLose.POLL)),
				or(settings.waitTimeout(), lockTtl.plusSeconds(1)), or(settings.cacheNulls(), true),
				or(settings.nullTtl(), ttl), or(settings.ttlJitter(), 0.0), or(settings.earlyRefreshBeta(), 0.0),
				or(settings.refresh(), RefreshMode.INLINE), or(settings.failureBackoff(), Duration.ofSeconds(1)),
				or(settings.maxConcurrentReads(), 0), or(settings.uncacheableTtl(), Duration.ofSeconds(1)),
				or(settings.maxValueSize(), DataSize.ofMegabytes(1)),
				or((near != null) ? near.ttl() : null, Duration.ZERO),
				or((near != null) ? near.maxEntries() : null, 1000));
	}

	private static <V> V or(@Nullable V value, V builtIn) {
		return Objects.requireNonNullElse(value, builtIn);
	}

	private static List<OnLose> completed(List<OnLose> chain) {
		List<OnLose> distinct = chain.stream().distinct().toList();
		if (distinct.get(distinct.size() - 1) != OnLose.SERVE_STALE || distinct.contains(OnLose.POLL)) {
			return distinct;
		}
		return Stream.concat(distinct.stream(), Stream.of(OnLose.POLL)).toList();
	}

	private static String withStale(List<OnLose> chain) {
		return Stream.concat(Stream.of(OnLose.SERVE_STALE), chain.stream())
			.map(OnLose::name)
			.collect(Collectors.joining(","));
	}

	private static void positive(String name, Duration value) {
		check(value.compareTo(Duration.ZERO) > 0 && value.compareTo(LONGEST) <= 0,
				() -> invalid(name, text(value), "longer than zero and at most ten years", "5000ms"));
	}

	private static void notNegative(String name, Duration value) {
		check(!value.isNegative() && value.compareTo(LONGEST) <= 0,
				() -> invalid(name, text(value), "zero, which is off, or more, and at most ten years", "5000ms"));
	}

	private static InvalidSettingsException invalid(String name, Object value, String rule, String example) {
		return new InvalidSettingsException(name + " is " + value + ", and must be " + rule,
				Remedy.of(name, example, "for example"));
	}

	private static String millis(Duration time) {
		return time.toMillis() + "ms";
	}

	// a text of its own where milliseconds would overflow
	private static String text(Duration time) {
		return (time.abs().compareTo(LONGEST) <= 0) ? millis(time) : time.toString();
	}

	private static void check(boolean condition, Supplier<InvalidSettingsException> failure) {
		if (!condition) {
			throw failure.get();
		}
	}

	/**
	 * Builder of policies. The policy is checked when it is built.
	 */
	public static final class Builder extends PolicyBuilder<Builder, StampedePolicy> {

		private Builder() {
		}

		/**
		 * Builds the policy.
		 * @return the policy
		 * @throws InvalidSettingsException if a value is illegal, or values cannot work
		 * together
		 */
		@Override
		public StampedePolicy build() {
			return resolve(settings());
		}

	}

}
