package dev.stampede.cache;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.engine.SourceCall;

/**
 * A value at hand as a source, which knows whether it was used.
 */
final class GivenSource implements SourceCall.Blocking<Object> {

	private final @Nullable Object value;

	private volatile boolean read;

	GivenSource(@Nullable Object value) {
		this.value = value;
	}

	@Override
	public @Nullable Object read() {
		this.read = true;
		return this.value;
	}

	@Override
	public @Nullable Object defaultValue(StampedeException reason) {
		throw reason;
	}

	boolean isRead() {
		return this.read;
	}

}
