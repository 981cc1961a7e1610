package dev.stampede.engine;

import java.time.Duration;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.StoreCommand;

/**
 * A held lock as its holder sees it: token, when it ends, and its renewal. Times are
 * taken from before the command was sent, so the holder's idea of the end is never later
 * than Redis's. The lease of a fail-open flight has no token and just ends.
 * <p>
 * The lock is renewed at a third of its life, each time to its whole life again but never
 * beyond {@code lockMaxHold}; a renewal that gets no answer is tried again until the
 * lease has ended. When it has, {@code ended} runs, once, unless the lease was stopped
 * before.
 */
final class Lease {

	private static final Duration SHORTEST_RENEWAL = Duration.ofMillis(30);

	private final EngineContext engine;

	private final EntryKey key;

	private final @Nullable String token;

	private final StampedePolicy policy;

	private final Runnable ended;

	private final long holdEnds;

	private volatile long ends;

	private volatile boolean stopped;

	private volatile boolean surrendered;

	private volatile @Nullable Future<?> timer;

	private Lease(EngineContext engine, EntryKey key, @Nullable String token, StampedePolicy policy, long since,
			Duration life, Runnable ended) {
		this.engine = engine;
		this.key = key;
		this.token = token;
		this.policy = policy;
		this.ended = ended;
		this.ends = since + life.toNanos();
		this.holdEnds = since + policy.lockMaxHold().toNanos();
	}

	static Lease won(EngineContext engine, EntryKey key, String token, StampedePolicy policy, long since,
			Runnable ended) {
		return new Lease(engine, key, token, policy, since, policy.lockTtl(), ended);
	}

	static Lease failOpen(EngineContext engine, EntryKey key, StampedePolicy policy, long since, Runnable ended) {
		return new Lease(engine, key, null, policy, since, policy.lockMaxHold(), ended);
	}

	/**
	 * Returns what proves ownership.
	 * @return the token; null if there is none, or it was surrendered
	 */
	@Nullable String token() {
		return this.surrendered ? null : this.token;
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
		return this.ends - this.engine.now() <= 0;
	}

	void start() {
		long now = this.engine.now();
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
		if (this.token != null && this.policy.lockRenewal()) {
			pause = Math.min(pause, Math.max(1, this.policy.lockTtl().toNanos() / 3));
		}
		this.timer = this.engine.after(pause, this::tick);
		if (this.stopped) {
			stop();
		}
	}

	private void tick() {
		if (this.stopped) {
			return;
		}
		long now = this.engine.now();
		if (this.ends - now <= 0) {
			end();
			return;
		}
		if (this.token != null && this.policy.lockRenewal()) {
			renew(this.token, now);
		}
		schedule(now);
	}

	private void renew(String token, long now) {
		Duration rest = Duration.ofNanos(this.holdEnds - now);
		Duration life = (rest.compareTo(this.policy.lockTtl()) < 0) ? rest : this.policy.lockTtl();
		if (life.compareTo(SHORTEST_RENEWAL) < 0 || now + life.toNanos() - this.ends <= 0) {
			return;
		}
		this.engine.store()
			.executeAsync(new StoreCommand.Renew(this.key, token, life))
			.whenComplete((renewed, failure) -> {
				if (this.stopped || failure != null) {
					return;
				}
				if (renewed) {
					this.ends = now + life.toNanos();
					tell(StampedeListener.Renewal.RENEWED);
				}
				else {
					tell(StampedeListener.Renewal.LOST);
					end();
				}
			});
	}

	// the reply may have come on an event loop, where no listener may run
	private void tell(StampedeListener.Renewal outcome) {
		this.engine.hand(() -> this.engine.events().renewed(this.key.cacheName(), outcome));
	}

	private void end() {
		stop();
		this.ended.run();
	}

}
