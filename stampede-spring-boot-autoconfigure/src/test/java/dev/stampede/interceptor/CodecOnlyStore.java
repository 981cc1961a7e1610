package dev.stampede.interceptor;

import java.lang.reflect.Type;
import java.util.concurrent.CompletionStage;

import dev.stampede.store.EntryStore;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.StoreState;
import dev.stampede.store.ValueCodec;

/**
 * A store that is asked for nothing but codecs.
 */
class CodecOnlyStore implements EntryStore {

	@Override
	public String instanceId() {
		return "test";
	}

	@Override
	public StoreState state() {
		throw new UnsupportedOperationException();
	}

	@Override
	public <R> R execute(StoreCommand<R> command) {
		throw new UnsupportedOperationException();
	}

	@Override
	public <R> CompletionStage<R> executeAsync(StoreCommand<R> command) {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T> ValueCodec<T> codec(String cacheName, Type type) {
		if (type == Thread.class) {
			throw new IllegalArgumentException("threads cannot be stored");
		}
		return new TypeCodec<>(type);
	}

	@Override
	public void listen(Listener listener) {
	}

	/**
	 * Knows its type.
	 *
	 * @param <T> the type
	 * @param type the declared type
	 */
	record TypeCodec<T>(Type type) implements ValueCodec<T> {

		@Override
		public byte[] encode(Object value) {
			throw new UnsupportedOperationException();
		}

		@Override
		public T decode(byte[] payload) {
			throw new UnsupportedOperationException();
		}

	}

}
