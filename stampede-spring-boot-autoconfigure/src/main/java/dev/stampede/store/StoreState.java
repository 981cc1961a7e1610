package dev.stampede.store;

import java.time.Instant;

/**
 * What an {@link EntryStore} knows of the server behind it, to be shown to operators.
 *
 * @param condition whether Redis serves; in a cluster, as the worst of its parts
 * @param since since when
 * @param wakeUp how waiting callers hear of a fill
 * @since 0.1.0
 */
public record StoreState(Condition condition, Instant since, WakeUp wakeUp) {

	/**
	 * Returns whether Redis answers. If not, commands are skipped, be it for a part of a
	 * cluster.
	 * @return false while it is down or read-only
	 */
	public boolean up() {
		return this.condition == Condition.UP || this.condition == Condition.WRITES_REFUSED;
	}

	/**
	 * Whether Redis serves; the later, the worse.
	 */
	public enum Condition {

		/** It serves. */
		UP,
		/**
		 * It refuses writes, for want of memory, of replicas or of a disk: hits are
		 * served, locks and fills are not.
		 */
		WRITES_REFUSED,
		/** It is a replica, which takes no writes: it is skipped. */
		READ_ONLY,
		/** It does not answer, or serves nobody: it is skipped. */
		DOWN

	}

	/**
	 * How waiting callers hear of a fill.
	 */
	public enum WakeUp {

		/** By polls alone, as configured or because Redis denies the channel. */
		POLLING,
		/** By polls until the subscription stands. */
		SUBSCRIBING,
		/** By messages, with polls as the backstop. */
		SUBSCRIBED

	}

}
