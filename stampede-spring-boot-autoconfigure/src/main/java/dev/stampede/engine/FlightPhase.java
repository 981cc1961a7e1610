package dev.stampede.engine;

/**
 * How far the leader of a flight has come.
 *
 * @since 0.1.0
 */
public enum FlightPhase {

	/** The entry is being read. */
	READING,
	/** The lock is being asked for. */
	CONTENDING,
	/**
	 * Another JVM holds the lock, or nobody may read just now: callers are losers.
	 */
	WAITING,
	/** The leader reads the source: its members are losers. */
	REGENERATING,
	/** There is an outcome. */
	DONE

}
