package dev.stampede.soak;

/**
 * What happens during the soak test, and what it may be an excuse for.
 */
enum SoakFault {

	/** An entry is evicted by a member. */
	KEY_EVICTED(Excuse.LOST_LOCK, 0),

	/** A value is put by a member. */
	KEY_PUT(Excuse.LOST_LOCK, 0),

	/** A cache is cleared by a member. */
	CACHE_CLEARED(Excuse.LOST_LOCK, 0),

	/** A lock is deleted behind everyone's back. */
	LOCK_DELETED(Excuse.LOST_LOCK, 0),

	/** All keys are flushed. */
	REDIS_FLUSHED(Excuse.LOST_LOCK, 0),

	/** All scripts are flushed. */
	SCRIPTS_FLUSHED(Excuse.NONE, 0),

	/** The members' subscriptions are killed. */
	SUBSCRIPTIONS_KILLED(Excuse.LOST_MESSAGES, 1500),

	/** The members' other connections are killed. */
	CONNECTIONS_KILLED(Excuse.OUTAGE, 1500),

	/** Redis is frozen for a while. */
	REDIS_PAUSED(Excuse.OUTAGE, 1500),

	/** Redis is killed, and started again without its data. */
	REDIS_RESTARTED(Excuse.OUTAGE, 2000),

	/** A member is killed, and another one started in its place. */
	MEMBER_KILLED(Excuse.LOST_READ, 0),

	/** A read fails. */
	SOURCE_FAILED(Excuse.NONE, 0),

	/** A read takes longer than a lock lives. */
	READ_SLOW(Excuse.NONE, 0),

	/**
	 * The machine gave a JVM no processor for a while: nobody injects this. Commands are
	 * late then, and a read without a lock begins two time limits after that.
	 */
	MACHINE_STALLED(Excuse.OUTAGE, 1500);

	private final Excuse excuse;

	private final long recoveryMillis;

	SoakFault(Excuse excuse, long recoveryMillis) {
		this.excuse = excuse;
		this.recoveryMillis = recoveryMillis;
	}

	Excuse excuse() {
		return this.excuse;
	}

	/**
	 * Returns for how long it is felt after it has ended.
	 */
	long recoveryMillis() {
		return this.recoveryMillis;
	}

	boolean isInjected() {
		return this != MACHINE_STALLED;
	}

	/**
	 * What may be excused.
	 */
	enum Excuse {

		/** Nothing. */
		NONE,
		/** Another read, since an entry or a lock is gone. */
		LOST_LOCK,
		/** Another read in place of the one that was lost with its member. */
		LOST_READ,
		/** A message that is not heard. */
		LOST_MESSAGES,
		/** All of it, and reads without a lock. */
		OUTAGE

	}

}
