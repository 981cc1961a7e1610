package dev.stampede.testing;

/**
 * What can go wrong around a protected call, and what must then be seen. Every one is
 * injected by at least one test that says so with {@link Injects}.
 */
public enum InjectedFault {

	/** Hundreds of callers in several JVMs miss one key: one source read answers all. */
	HERD_ON_COLD_KEY,

	/** The winner's process is killed: one loser takes over when the lock has ended. */
	WINNER_KILLED,

	/** A read that outlives its lock three times, renewed: still one read. */
	READ_OUTLIVES_LOCK,

	/** A read beyond the longest hold: another may read, the late value is refused. */
	READ_HANGS,

	/** The source throws: the lock goes at once, and no chain of retries begins. */
	SOURCE_THROWS,

	/** The source throws an {@code Error}: as any other failure, and no flight stays. */
	SOURCE_THROWS_ERROR,

	/** The source returns null: stored as null, and told apart from a miss. */
	SOURCE_RETURNS_NULL,

	/** The value cannot be encoded: the caller gets it, the lock is released. */
	VALUE_CANNOT_BE_ENCODED,

	/** The source calls the same key again: it runs, and waits for nothing. */
	SOURCE_CALLS_ITSELF,

	/** The reply to an acquire is lost and the driver repeats it: won all the same. */
	ACQUIRE_REPLY_LOST,

	/** An acquire never arrives: repeated or failed open in time, one read here. */
	ACQUIRE_DROPPED,

	/** The thread is interrupted before the acquire: flag set, no lock stays. */
	INTERRUPTED_BEFORE_ACQUIRE,

	/** A caller is interrupted while Redis is silent: it reads nothing, no outage. */
	INTERRUPTED_WHILE_REDIS_IS_SILENT,

	/** A loser or follower is interrupted: it leaves alone, the leader stores. */
	INTERRUPTED_WHILE_WAITING,

	/** Redis is down at start: the application starts, reads, and recovers by itself. */
	REDIS_DOWN_AT_START,

	/** Redis dies while losers wait: all end in time, with one read in each JVM. */
	REDIS_KILLED_WHILE_WAITING,

	/** Redis hangs behind a long driver timeout: calls keep to our own limit. */
	REDIS_HANGS,

	/** Redis stands still while keys are warm: below two time limits, no read. */
	REDIS_PAUSES,

	/** The network stands still while keys are warm: below two time limits, no read. */
	NETWORK_PAUSES,

	/** A JVM stands still and goes on: its warm keys are not read again. */
	JVM_PAUSES,

	/** Redis restarts empty during a read: fill refused, value returned. */
	REDIS_RESTARTED_EMPTY,

	/** All keys are flushed during a read: fill refused, value returned. */
	REDIS_FLUSHED,

	/** The scripts are flushed before every command: every call works. */
	SCRIPTS_FLUSHED,

	/** Redis is out of memory: hits are served, misses read without an error. */
	OUT_OF_MEMORY,

	/**
	 * Redis evicts a lock to make room: a second read may follow, nothing is mixed up.
	 */
	LOCK_EVICTED,

	/** The master is demoted to a replica: fails open, recovers with the topology. */
	MASTER_DEMOTED,

	/** A failover forgets the lock: one more read, only the holder of now stores. */
	LOCK_LOST_IN_FAILOVER,

	/** A replica that is preferred for reads lags: the script on the master judges. */
	REPLICA_LAGS,

	/**
	 * Keys with braces in a cluster: all keys of one script in one slot, never mixed up.
	 */
	KEYS_WITH_BRACES,

	/** A slot moves to another node during a read: fill and release reach the new one. */
	SLOT_MOVED,

	/** A node of the cluster dies: fails open for its slots only. */
	CLUSTER_NODE_KILLED,

	/**
	 * Redis's clock jumps during a read: a second may start, the first fill is refused.
	 */
	CLOCK_JUMPS,

	/** The subscription dies at the moment of the fill: losers poll. */
	SUBSCRIPTION_KILLED,

	/** The channel is forbidden: fills are stored, losers poll, one warning. */
	CHANNEL_FORBIDDEN,

	/** Scripts are forbidden: one clear error, protection inside the JVM only. */
	SCRIPTS_FORBIDDEN,

	/** The caller is inside a {@code MULTI}: nothing of ours is queued in it. */
	INSIDE_MULTI,

	/** The caller is inside a Spring transaction that Redis takes part in. */
	INSIDE_TRANSACTION,

	/** What is stored is corrupt, truncated, foreign or of a later version: a miss. */
	PAYLOAD_UNREADABLE,

	/**
	 * A write falls into a gap of the near cache's subscription: nothing stale after it.
	 */
	NEAR_SUBSCRIPTION_KILLED,

	/** All keys are flushed: near entries live no longer than {@code near.ttl}. */
	NEAR_ENTRIES_FLUSHED,

	/** A write between a read and its near entry, thousands of times: none is stale. */
	NEAR_INVALIDATED_ON_THE_WAY,

	/** The near cache's channel is forbidden: its time is the bound, one warning. */
	NEAR_CHANNEL_FORBIDDEN,

	/** A callback is slow or throws, an executor is full: losers fall back to polling. */
	CALLBACK_SLOW,

	/** The leader of a flight dies or is rejected: a follower takes over. */
	LEADER_DIES,

	/** The context closes while reads and waits are under way: it ends, locks go. */
	CONTEXT_CLOSED,

	/** Ten thousand keys are missed at once: threads and connections stay bounded. */
	MANY_KEYS_MISSED,

	/** A thousand losers for a long time: polls are bounded by JVMs, not by callers. */
	LONG_WAIT_OF_MANY,

	/** All of it at random, for minutes, over several processes. */
	RANDOM_FAULTS

}
