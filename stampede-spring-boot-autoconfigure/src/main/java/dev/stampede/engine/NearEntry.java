package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.store.ValueCodec;

/**
 * A value kept near, or the placeholder of one that is on its way. Compared by identity.
 */
final class NearEntry {

	private final long generation;

	private final long until;

	private final @Nullable ValueCodec<?> codec;

	private final @Nullable Object value;

	private NearEntry(long generation, long until, @Nullable ValueCodec<?> codec, @Nullable Object value) {
		this.generation = generation;
		this.until = until;
		this.codec = codec;
		this.value = value;
	}

	static NearEntry placeholder(long generation) {
		return new NearEntry(generation, 0, null, null);
	}

	NearEntry filled(long until, ValueCodec<?> codec, @Nullable Object value) {
		return new NearEntry(this.generation, until, codec, value);
	}

	/**
	 * Returns whether this is a fresh value of the caller's type.
	 * @param generation the generation that is not void
	 * @param codec the caller's codec, which tells its type
	 * @return false for a placeholder too
	 */
	boolean isOf(long generation, ValueCodec<?> codec) {
		return this.codec != null && this.generation == generation && this.codec.equals(codec);
	}

	boolean isFresh(long now) {
		return this.until - now > 0;
	}

	@Nullable Object value() {
		return this.value;
	}

}
