package dev.stampede.event;

/**
 * Counts of what has happened to the calls of one cache in this JVM since the start. Safe
 * for use by several threads.
 *
 * @since 0.1.0
 */
public final class CacheStatistics {

	private final String cacheName;

	private final Tally<StampedeListener.Request> requests = new Tally<>(StampedeListener.Request.class);

	private final Tally<StampedeListener.SourceRead> sourceReads = new Tally<>(StampedeListener.SourceRead.class);

	private final Tally<StampedeListener.LockOutcome> locks = new Tally<>(StampedeListener.LockOutcome.class);

	private final Tally<StampedeListener.LockRelease> releases = new Tally<>(StampedeListener.LockRelease.class);

	private final Tally<StampedeListener.Renewal> renewals = new Tally<>(StampedeListener.Renewal.class);

	private final Tally<StampedeListener.Wait> waits = new Tally<>(StampedeListener.Wait.class);

	private final Tally<Incident> incidents = new Tally<>(Incident.class);

	CacheStatistics(String cacheName) {
		this.cacheName = cacheName;
	}

	/**
	 * Returns the cache.
	 * @return its name
	 */
	public String cacheName() {
		return this.cacheName;
	}

	/**
	 * Returns how calls were answered; each counts once.
	 * @return the counts
	 */
	public Tally<StampedeListener.Request> requests() {
		return this.requests;
	}

	/**
	 * Returns how source reads ended.
	 * @return the counts
	 */
	public Tally<StampedeListener.SourceRead> sourceReads() {
		return this.sourceReads;
	}

	/**
	 * Returns how contentions for the lock ended, one for each flight.
	 * @return the counts
	 */
	public Tally<StampedeListener.LockOutcome> locks() {
		return this.locks;
	}

	/**
	 * Returns how locks were given up.
	 * @return the counts
	 */
	public Tally<StampedeListener.LockRelease> releases() {
		return this.releases;
	}

	/**
	 * Returns how renewals of locks ended.
	 * @return the counts
	 */
	public Tally<StampedeListener.Renewal> renewals() {
		return this.renewals;
	}

	/**
	 * Returns how losers' waits ended.
	 * @return the counts
	 */
	public Tally<StampedeListener.Wait> waits() {
		return this.waits;
	}

	/**
	 * Returns what else happened.
	 * @return the counts
	 */
	public Tally<Incident> incidents() {
		return this.incidents;
	}

	/**
	 * Incident that is counted without an outcome.
	 */
	public enum Incident {

		/** A call joined a flight that another call of this JVM had opened. */
		COALESCED,
		/** An entry could not be decoded and counted as a miss. */
		DECODE_FAILURES,
		/** A value that was read could not be encoded or written. */
		WRITE_FAILURES,
		/** A background refresh found no place in the executor's queue. */
		REFRESH_REJECTED

	}

}
