package dev.stampede.engine;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.EntryStore;
import dev.stampede.store.StoreCommand;

/**
 * Lease: a held lock with an expiry, as its holder sees it. Its token is a fencing token:
 * the store accepts a fill only while the lock still holds it. Times are taken from
 * before the command was sent, so the holder's idea of the end is never later than
 * Redis's. The lease of a fail-open flight has no token and just ends. So does that of a
 * passing read, which looks instead of renewing: once there is a fresh entry, nobody need
 * wait for it.
 * <p>
 * The heartbeat: the lock is renewed at a third of its life, each time to its whole life
 * again but never beyond {@code lockMaxHold}. A renewal that gets no answer is tried
 * again until the lease has ended. Then {@code ended} runs, once, unless the lease was
 * stopped before.
 */
final class Lease {

	private static final Duration SHORTEST_RENEWAL = Duration.ofMillis(30);

	private final Services services;

	private final EntryKey key;

	private final @Nullable String token;

	private final boolean passing;

	private final StampedePolicy policy;

	private final Runnable ended;

	private final long holdEnds;

	private volatile long ends;

	private volatile boolean stopped;

	private volatile boolean surrendered;

	private volatile @Nullable Future<?> timer;

	private Lease(Services services, EntryKey key, @Nullable String token, boolean passing, StampedePolicy policy,
			long since, Duration life, Runnable ended) {
		this.services = services;
		this.key = key;
		this.token = token;
		this.passing = passing;
		this.policy = policy;
		this.ended = ended;
		this.ends = since + life.toNanos();
		this.holdEnds = since + policy.lockMaxHold().toNanos();
	}

	static Lease won(Services services, EntryKey key, String token, StampedePolicy policy, long since, Runnable ended) {
		return new Lease(services, key, token, false, policy, since, policy.lockTtl(), ended);
	}

	static Lease failOpen(Services services, EntryKey key, StampedePolicy policy, long since, Runnable ended) {
		return new Lease(services, key, null, false, policy, since, policy.lockMaxHold(), ended);
	}

	// of a read that needs no lock, since what it reads is not stored
	static Lease passing(Services services, EntryKey key, StampedePolicy policy, long since, Runnable ended) {
		return new Lease(services, key, null, true, policy, since, policy.lockMaxHold(), ended);
	}

	/**
	 * Returns what proves ownership.
	 * @return the token; null if there is none, or it was surrendered
	 */
	@Nullable String token() {
		return this.surrendered ? null : this.token;
	}

	boolean isFailOpen() {
		return this.token == null && !this.passing;
	}

	boolean isPassing() {
		return this.passing;
	}

	/**
	 * Takes the lease from its holder, which will write nothing any more.
	 * @return the token to release, or null if there is none
	 */
	@Nullable String surrender() {
		this.surrendered = true;
		stop();
		return this.token;
	}

	boolean hasEnded() {
		return this.ends - this.services.timers().now() <= 0;
	}

	void start() {
		long now = this.services.timers().now();
		if (this.token != null && this.policy.lockRenewal() && this.ends - now < this.policy.lockTtl().toNanos() / 3) {
			renew(this.token, now);
		}
		schedule(now);
	}

	void stop() {
		this.stopped = true;
		Future<?> pending = this.timer;
		if (pending != null) {
			pending.cancel(false);
		}
	}

	private void schedule(long now) {
		long pause = this.ends - now;
		if (this.passing || (this.token != null && this.policy.lockRenewal())) {
			pause = Math.min(pause, Math.max(1, this.policy.lockTtl().toNanos() / 3));
		}
		this.timer = this.services.timers().after(pause, this::tick);
		if (this.stopped) {
			stop();
		}
	}

	private void tick() {
		if (this.stopped) {
			return;
		}
		long now = this.services.timers().now();
		if (this.ends - now <= 0) {
			end();
			return;
		}
		try {
			if (this.passing) {
				look();
			}
			else if (this.token != null && this.policy.lockRenewal()) {
				renew(this.token, now);
			}
		}
		finally {
			schedule(now); // also after a store that throws: the lease must end
		}
	}

	private void look() {
		this.services.store().executeAsync(new StoreCommand.Read(this.key)).whenComplete((entry, failure) -> {
			if (!this.stopped && failure == null && entry.isFresh(this.services.timers().now())) {
				end();
			}
		});
	}

	private void renew(String token, long now) {
		Duration rest = Duration.ofNanos(this.holdEnds - now);
		Duration life = (rest.compareTo(this.policy.lockTtl()) < 0) ? rest : this.policy.lockTtl();
		if (life.compareTo(SHORTEST_RENEWAL) < 0 || now + life.toNanos() - this.ends <= 0) {
			return;
		}
		this.services.store()
			.executeAsync(new StoreCommand.Renew(this.key, token, life))
			.whenComplete((renewed, failure) -> {
				if (this.stopped || failure != null) {
					return;
				}
				if (renewed) {
					this.ends = now + life.toNanos();
					this.services.renewals().accept(this.key.cacheName(), StampedeListener.Renewal.RENEWED);
				}
				else {
					this.services.renewals().accept(this.key.cacheName(), StampedeListener.Renewal.LOST);
					end();
				}
			});
	}

	private void end() {
		stop();
		this.ended.run();
	}

	/**
	 * Services that the leases of one engine share.
	 *
	 * @param store where locks live
	 * @param timers clock and timer
	 * @param renewals hears how the renewals of a cache's locks end; called on any
	 * thread, an event loop's too, so it must not block
	 */
	record Services(EntryStore store, Timers timers, BiConsumer<String, StampedeListener.Renewal> renewals) {

	}

}
