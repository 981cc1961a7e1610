package dev.stampede.redis;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

import dev.stampede.store.ValueCodec;

/**
 * Values as a serializer of the application writes them.
 *
 * @param <T> the declared type
 */
final class SerializerCodec<T> implements ValueCodec<T> {

	private static final Log logger = LogFactory.getLog(SerializerCodec.class);

	private final RedisSerializer<Object> serializer;

	private final Class<?> type;

	private final AtomicBoolean warned = new AtomicBoolean();

	@SuppressWarnings("unchecked")
	SerializerCodec(RedisSerializer<?> serializer, Class<?> type) {
		this.serializer = (RedisSerializer<Object>) serializer;
		this.type = type;
	}

	@Override
	public byte[] encode(Object value) {
		try {
			byte[] payload = this.serializer.serialize(value);
			if (payload == null) {
				throw new SerializationException(this.serializer.getClass().getName() + " wrote nothing");
			}
			return payload;
		}
		catch (RuntimeException ex) {
			if (this.warned.compareAndSet(false, true)) {
				logger.warn("A " + value.getClass().getName() + " is not stored, since the serializer "
						+ this.serializer.getClass().getName() + " fails with " + ex.getClass().getName()
						+ ". Every call reads the source. Logged once for each cache and type");
			}
			throw ex;
		}
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
