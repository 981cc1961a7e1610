package dev.stampede.redis;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

import dev.stampede.store.UnstorableValueException;
import dev.stampede.store.ValueCodec;

/**
 * Values as a serializer of the application writes them. Each is read back before it is
 * stored: what does not come back as the declared class is not stored.
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
			prove(payload);
			return payload;
		}
		catch (RuntimeException ex) {
			if (this.warned.compareAndSet(false, true)) {
				String reason = (ex instanceof UnstorableValueException) ? String.valueOf(ex.getMessage())
						: "fails with " + ex.getClass().getName();
				logger.warn("A " + value.getClass().getName() + " is not stored, since the serializer "
						+ this.serializer.getClass().getName() + " " + reason
						+ ". Every call reads the source. Logged once for each cache and type");
			}
			throw ex;
		}
	}

	// An entry that no caller could decode would be written anew by each of them.
	private void prove(byte[] payload) {
		Object back = this.serializer.deserialize(payload);
		if (!this.type.isInstance(back)) {
			throw new UnstorableValueException(
					"gives " + ((back != null) ? "a " + back.getClass().getName() : "nothing")
							+ " where the method gives a " + this.type.getName());
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
