package dev.stampede.store;

/**
 * Turns values of one declared type into the bytes of an entry and back. Implementations
 * are safe for use by several threads. A null value never reaches a codec: the store
 * marks it in the entry.
 *
 * @param <T> the declared type
 * @since 0.1.0
 */
public interface ValueCodec<T> {

	/**
	 * Encodes a value.
	 * @param value the value, never null
	 * @return its bytes
	 * @throws UnstorableValueException if the value would not come back equal
	 * @throws RuntimeException if the value cannot be encoded at this moment; in both
	 * cases the caller gets its value and nothing is stored
	 */
	byte[] encode(Object value);

	/**
	 * Decodes a value; each call makes a new object, so that no two callers share one.
	 * @param payload what {@link #encode} made
	 * @return the value
	 * @throws RuntimeException if the bytes are not a value of this type; the entry then
	 * counts as a miss
	 */
	T decode(byte[] payload);

}
