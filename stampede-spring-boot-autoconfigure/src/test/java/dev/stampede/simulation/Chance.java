package dev.stampede.simulation;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * What is left to chance in a {@link Schedule}, and which faults may happen in it: none,
 * in a quarter of all schedules, else each kind in half of them. Decided by the seed.
 */
final class Chance {

	private final SplittableRandom random;

	private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);

	Chance(long seed) {
		this.random = new SplittableRandom(seed);
		if (!oneIn(4)) {
			for (Kind kind : Kind.values()) {
				if (oneIn(2)) {
					this.kinds.add(kind);
				}
			}
		}
	}

	int below(int bound) {
		return this.random.nextInt(bound);
	}

	boolean oneIn(int odds) {
		return this.random.nextInt(odds) == 0;
	}

	<V> V any(List<V> choices) {
		return choices.get(below(choices.size()));
	}

	boolean mayHappen(Kind fault) {
		return this.kinds.contains(fault);
	}

	boolean happens(Kind fault, int odds) {
		return mayHappen(fault) && oneIn(odds);
	}

	/**
	 * No faults from now on.
	 */
	void calmDown() {
		this.kinds.clear();
	}

	/** A kind of fault. */
	enum Kind {

		/** A lock is gone, as after a failover. */
		LOCK_LOST,
		/** Redis starts again, empty. */
		RESTART,
		/** The clock of Redis is set forward or back. */
		CLOCK_JUMP,
		/** A JVM dies, and another one starts. */
		CRASH,
		/** A JVM cannot reach Redis for a while. */
		CUT_OFF,
		/** A single message does not arrive. */
		MESSAGE_LOST,
		/** A JVM hears no messages for a while. */
		SUBSCRIPTION_LOST,
		/** A single command does not arrive. */
		COMMAND_LOST,
		/** A single command is carried out, but its reply does not arrive. */
		REPLY_LOST,
		/** A command is given up by its caller and carried out later. */
		COMMAND_LATE,
		/** A command is carried out a second time, later, by the driver's repetition. */
		COMMAND_REPEATED,
		/** A caller is thrown out of its loop. */
		CALLER_DIES

	}

}
