package dev.stampede.engine;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.stampede.OnLose;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.RefreshMode;
import dev.stampede.policy.StampedePolicy;

/**
 * Policies for tests: the built-in one with a few settings changed.
 */
final class Policies {

	private @Nullable List<OnLose> onLose;

	private @Nullable Duration waitTimeout;

	private @Nullable Boolean lockRenewal;

	private @Nullable RefreshMode refresh;

	private @Nullable Double earlyRefreshBeta;

	private @Nullable Double ttlJitter;

	private @Nullable Integer maxConcurrentReads;

	private @Nullable Boolean cacheNulls;

	private @Nullable Duration lockTtl;

	private @Nullable Duration ttl;

	private @Nullable Duration failureBackoff;

	private @Nullable Duration lockMaxHold;

	private @Nullable Duration staleTtl;

	private PolicySettings.@Nullable Near near;

	static Policies policy() {
		return new Policies();
	}

	Policies onLose(OnLose... chain) {
		this.onLose = List.of(chain);
		return this;
	}

	Policies waitTimeout(long millis) {
		this.waitTimeout = Duration.ofMillis(millis);
		return this;
	}

	Policies lockTtl(long millis) {
		this.lockTtl = Duration.ofMillis(millis);
		return this;
	}

	Policies ttl(long millis) {
		this.ttl = Duration.ofMillis(millis);
		return this;
	}

	Policies staleTtl(long millis) {
		this.staleTtl = Duration.ofMillis(millis);
		return this;
	}

	Policies lockMaxHold(long millis) {
		this.lockMaxHold = Duration.ofMillis(millis);
		return this;
	}

	Policies failureBackoff(long millis) {
		this.failureBackoff = Duration.ofMillis(millis);
		return this;
	}

	Policies lockRenewal(boolean renewal) {
		this.lockRenewal = renewal;
		return this;
	}

	Policies background() {
		this.refresh = RefreshMode.BACKGROUND;
		return this;
	}

	Policies earlyRefreshBeta(double beta) {
		this.earlyRefreshBeta = beta;
		return this;
	}

	Policies ttlJitter(double share) {
		this.ttlJitter = share;
		return this;
	}

	Policies maxConcurrentReads(int limit) {
		this.maxConcurrentReads = limit;
		return this;
	}

	Policies cacheNulls(boolean cached) {
		this.cacheNulls = cached;
		return this;
	}

	Policies near(long millis, int maxEntries) {
		this.near = new PolicySettings.Near(Duration.ofMillis(millis), maxEntries);
		return this;
	}

	StampedePolicy build() {
		return StampedePolicy
			.resolve(new PolicySettings(this.ttl, this.staleTtl, null, this.lockTtl, this.lockRenewal, this.lockMaxHold,
					this.onLose, this.waitTimeout, this.cacheNulls, null, this.ttlJitter, this.earlyRefreshBeta,
					this.refresh, this.failureBackoff, this.maxConcurrentReads, null, null, this.near));
	}

}
