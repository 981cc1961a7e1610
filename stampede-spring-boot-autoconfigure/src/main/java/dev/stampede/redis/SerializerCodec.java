package dev.stampede.redis;

import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

import dev.stampede.ValueCodec;

/**
 * Values as a serializer of the application writes them.
 *
 * @param <T> the declared type
 */
final class SerializerCodec<T> implements ValueCodec<T> {

	private final RedisSerializer<Object> serializer;

	private final Class<?> type;

	@SuppressWarnings("unchecked")
	SerializerCodec(RedisSerializer<?> serializer, Class<?> type) {
		this.serializer = (RedisSerializer<Object>) serializer;
		this.type = type;
	}

	@Override
	public byte[] encode(Object value) {
		byte[] payload = this.serializer.serialize(value);
		if (payload == null) {
			throw new SerializationException(this.serializer.getClass().getName() + " wrote nothing");
		}
		return payload;
	}

	@Override
	@SuppressWarnings("unchecked")
	public T decode(byte[] payload) {
		Object value = this.serializer.deserialize(payload);
		if (!this.type.isInstance(value)) {
			throw new SerializationException("The entry is no " + this.type.getName());
		}
		return (T) value;
	}

}
