package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.store.Entry;
import dev.stampede.store.ValueCodec;

/**
 * How a flight ended, for everyone on it.
 */
sealed interface Outcome {

	/**
	 * A fresh entry; each caller decodes its own copy.
	 *
	 * @param entry the entry
	 */
	record Fresh(Entry entry) implements Outcome {

	}

	/**
	 * A copy that stands in for a failed source.
	 *
	 * @param entry the entry
	 */
	record Copy(Entry entry) implements Outcome {

	}

	/**
	 * A value that is not stored anywhere; the one case in which callers share an object.
	 *
	 * @param value the value
	 * @param codec the codec of the caller that read it, which tells its type
	 */
	record Shared(@Nullable Object value, ValueCodec<?> codec) implements Outcome {

	}

	/**
	 * An exception, of the source or of the store.
	 *
	 * @param cause what everyone gets
	 */
	record Failed(Throwable cause) implements Outcome {

	}

}
