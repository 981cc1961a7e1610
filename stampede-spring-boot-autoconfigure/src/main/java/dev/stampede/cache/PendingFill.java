package dev.stampede.cache;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.engine.SourceCall;
import dev.stampede.store.ValueCodec;

/**
 * A source that the caller's own thread reads once the lock is won. Its read does not end
 * before the transaction does: the engine holds the lock until then, and no longer than
 * any other lock.
 */
final class PendingFill implements SourceCall.Async<Object> {

	private final LoaderSource loader;

	private final CompletableFuture<Boolean> won = new CompletableFuture<>();

	private final CompletableFuture<@Nullable Object> read = new CompletableFuture<>();

	private boolean hasRead;

	private @Nullable Object value;

	private @Nullable Object filling;

	PendingFill(LoaderSource loader) {
		this.loader = loader;
	}

	@Override
	public CompletionStage<? extends @Nullable Object> read() {
		this.won.complete(true);
		return this.read;
	}

	@Override
	public CompletionStage<? extends @Nullable Object> defaultValue(StampedeException reason) {
		return CompletableFuture.completedStage(this.loader.defaultValue(reason));
	}

	CompletableFuture<Boolean> won() {
		return this.won;
	}

	/**
	 * Runs the loader, in the caller's transaction.
	 * @param codec makes the bytes before the caller can change the value
	 * @return the value
	 * @throws Throwable what the loader threw
	 */
	@Nullable Object load(EarlyCodec codec) throws Throwable {
		Object loaded = this.loader.read();
		this.filling = codec.early(loaded);
		this.value = this.loader.values().loaded(loaded);
		this.hasRead = true;
		return this.value;
	}

	boolean hasRead() {
		return this.hasRead;
	}

	@Nullable Object value() {
		return this.value;
	}

	void complete() {
		this.read.complete(this.filling);
	}

	void fail(Throwable ex) {
		this.read.completeExceptionally(ex);
	}

	void giveUp() {
		fail(new CancellationException("The transaction did not commit what it had read"));
	}

	/**
	 * A codec that takes bytes that were made before.
	 *
	 * @param codec the codec of the values
	 */
	record EarlyCodec(ValueCodec<Object> codec) implements ValueCodec<Object> {

		@Override
		public byte[] encode(Object value) {
			return (value instanceof Encoded encoded) ? encoded.payload() : this.codec.encode(value);
		}

		@Override
		public Object decode(byte[] payload) {
			return this.codec.decode(payload);
		}

		// what cannot be encoded fails again when the engine tries, which counts it
		private @Nullable Object early(@Nullable Object value) {
			try {
				return (value != null) ? new Encoded(this.codec.encode(value)) : null;
			}
			catch (RuntimeException ex) {
				return value;
			}
		}

	}

	/**
	 * The bytes of a value.
	 *
	 * @param payload the bytes
	 */
	@SuppressWarnings("ArrayRecordComponent") // never compared
	private record Encoded(byte[] payload) {

	}

}
