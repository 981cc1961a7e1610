package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.store.Entry;
import dev.stampede.store.ValueCodec;

/**
 * Outcome of a flight, for everyone on it.
 */
sealed interface FlightOutcome {

	/**
	 * A fresh entry; each caller decodes its own copy.
	 *
	 * @param entry the entry
	 */
	record Fresh(Entry entry) implements FlightOutcome {

	}

	/**
	 * A copy that stands in for a failed source.
	 *
	 * @param entry the entry
	 */
	record Copy(Entry entry) implements FlightOutcome {

	}

	/**
	 * A value that is not stored anywhere; the one case in which callers share an object.
	 *
	 * @param value the value
	 * @param codec the codec of the caller that read it, which tells its type
	 */
	record Shared(@Nullable Object value, ValueCodec<?> codec) implements FlightOutcome {

	}

	/**
	 * An exception, of the source or of the store.
	 *
	 * @param cause what everyone gets
	 */
	record Failed(Throwable cause) implements FlightOutcome {

	}

}
