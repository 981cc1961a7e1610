package dev.stampede.engine;

/**
 * What a member of a {@link Flight} finds.
 */
enum Situation {

	/** The flight has an outcome. */
	ANSWERED,
	/** The flight was detached: whoever is on it goes on to its successor. */
	DETACHED,
	/** The flight refreshes an entry that is still fresh. */
	EARLY,
	/** Nothing is decided yet, and somebody leads. */
	UNDECIDED,
	/** Nothing is decided yet, and the member now leads. */
	LEADING,
	/** A regeneration is running somewhere. */
	LOST

}
