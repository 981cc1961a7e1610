package dev.stampede.redis;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import dev.stampede.ValueCodec;

/**
 * Values as JSON of their declared type. The first value of each class is read back
 * before it is stored: what would not come back as it was is never stored.
 *
 * @param <T> the declared type
 */
final class JsonValueCodec<T> implements ValueCodec<T> {

	private static final Log logger = LogFactory.getLog(JsonValueCodec.class);

	/** As many bytes as an empty list has: they prove nothing of its elements. */
	private static final int EMPTY = 2;

	private final String cacheName;

	private final JavaType type;

	private final ObjectWriter writer;

	private final ObjectReader reader;

	private final Set<Class<?>> proved = ConcurrentHashMap.newKeySet();

	private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

	JsonValueCodec(String cacheName, JsonMapper mapper, JavaType type) {
		this.cacheName = cacheName;
		this.type = type;
		this.writer = mapper.writerFor(type);
		this.reader = mapper.readerFor(type);
	}

	@Override
	public byte[] encode(Object value) {
		Class<?> runtimeClass = value.getClass();
		try {
			if (!ClassUtils.isAssignableValue(this.type.getRawClass(), value)) {
				throw new IllegalArgumentException("it is no " + this.type.getRawClass().getName());
			}
			byte[] payload = this.writer.writeValueAsBytes(value);
			if (!this.proved.contains(runtimeClass)) {
				prove(value, payload);
				if (payload.length > EMPTY) {
					this.proved.add(runtimeClass);
				}
			}
			return payload;
		}
		catch (RuntimeException ex) {
			warn(runtimeClass, ex);
			throw ex;
		}
	}

	@Override
	public T decode(byte[] payload) {
		T value = this.reader.readValue(payload);
		if (value == null) {
			throw new IllegalArgumentException("The entry of the cache '" + this.cacheName + "' is JSON's null");
		}
		return value;
	}

	private void prove(Object value, byte[] payload) {
		Object back;
		try {
			back = decode(payload);
		}
		catch (RuntimeException ex) {
			throw new IllegalArgumentException("it cannot be read back: " + ex.getMessage(), ex);
		}
		if (back.equals(value)) {
			return;
		}
		if (back.getClass() != value.getClass() && !isContainer(value)) {
			throw new IllegalArgumentException("it would come back as a " + back.getClass().getName());
		}
		if (!Arrays.equals(payload, this.writer.writeValueAsBytes(back))) {
			throw new IllegalArgumentException(
					"it would not come back as it was: something that is written is not read");
		}
	}

	private static boolean isContainer(Object value) {
		return value instanceof Collection<?> || value instanceof Map<?, ?>;
	}

	// Without the values: messages of Jackson may quote them.
	private void warn(Class<?> runtimeClass, RuntimeException failure) {
		if (this.warned.size() < Byte.MAX_VALUE && this.warned.add(runtimeClass)) {
			String reason = (failure instanceof DatabindException databind) ? databind.getOriginalMessage()
					: failure.getMessage();
			logger.warn("A " + runtimeClass.getName() + " is not stored in the cache '" + this.cacheName
					+ "' as JSON of " + this.type.toCanonical() + ": " + reason
					+ ". Every call reads the source. Logged once per class");
		}
	}

}
