package dev.stampede.store;

/**
 * An entry as one JVM sees it. The store judges freshness by its own clock and hands the
 * ends over as instants of this JVM's nanosecond ticker, so that nobody compares clocks
 * of two machines. {@link #ABSENT} is the entry that is not there: never fresh, never
 * servable.
 *
 * @param stamp identifies the fill within its key; zero for the absent entry
 * @param freshUntil the ticker's value at which the entry stops being fresh
 * @param staleUntil the ticker's value until which losers may be served the stale copy
 * @param staleIfErrorUntil the ticker's value until which the copy may stand in for a
 * failed source
 * @param readNanos how long the source read behind this entry took, in nanoseconds
 * @param nullValue whether the value is null; the payload is then empty
 * @param payload the encoded value; not to be changed by anyone
 * @since 0.1.0
 */
@SuppressWarnings("ArrayRecordComponent") // compared by stamp, never by equals
public record Entry(long stamp, long freshUntil, long staleUntil, long staleIfErrorUntil, long readNanos,
		boolean nullValue, byte[] payload) {

	/**
	 * The entry that is not there.
	 */
	public static final Entry ABSENT = new Entry(0, 0, 0, 0, 0, false, new byte[0]);

	/**
	 * Returns whether there is an entry at all.
	 * @return false for {@link #ABSENT}
	 */
	public boolean isPresent() {
		return this.stamp != 0;
	}

	/**
	 * Returns whether the entry is fresh.
	 * @param now the ticker's value
	 * @return whether it is a hit
	 */
	public boolean isFresh(long now) {
		return isPresent() && this.freshUntil - now > 0;
	}

	/**
	 * Returns whether losers may be served this entry.
	 * @param now the ticker's value
	 * @return whether it is fresh or inside its stale window
	 */
	public boolean isServable(long now) {
		return isPresent() && (this.staleUntil - now > 0 || this.freshUntil - now > 0);
	}

	/**
	 * Returns whether this entry may stand in for a failed source.
	 * @param now the ticker's value
	 * @return whether it is inside its stale-if-error window
	 */
	public boolean isServableOnError(long now) {
		return isPresent() && (this.staleIfErrorUntil - now > 0 || this.freshUntil - now > 0);
	}

	/**
	 * Returns this entry as one that is past its windows: known, and of no use.
	 * @param now the ticker's value
	 * @return an entry with the same stamp that is neither fresh nor servable
	 */
	public Entry ended(long now) {
		return new Entry(this.stamp, now, now, now, this.readNanos, this.nullValue, this.payload);
	}

	@Override
	public String toString() {
		return isPresent() ? "Entry[stamp=" + this.stamp + ", bytes=" + this.payload.length + "]" : "Entry[absent]";
	}

}
