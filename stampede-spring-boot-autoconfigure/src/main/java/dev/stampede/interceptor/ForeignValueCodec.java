package dev.stampede.interceptor;

import java.lang.reflect.Type;

import dev.stampede.store.ValueCodec;

/**
 * Stands for values that a cache of the application keeps in its own way.
 *
 * @param type the declared type, which tells callers apart that share a flight
 */
record ForeignValueCodec(Type type) implements ValueCodec<Object> {

	@Override
	public byte[] encode(Object value) {
		throw new IllegalStateException("The value belongs to a cache of the application");
	}

	@Override
	public Object decode(byte[] payload) {
		throw new IllegalStateException("The entry belongs to a method without @Cacheable, or to StampedeOperations: "
				+ "give its cache another name");
	}

}
