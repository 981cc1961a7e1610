package dev.stampede.redis;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
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

	private final JsonMapper mapper;

	private final JavaType type;

	private final ObjectWriter writer;

	private final ObjectReader reader;

	private final Set<Class<?>> proved = ConcurrentHashMap.newKeySet();

	private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

	JsonValueCodec(String cacheName, JsonMapper mapper, JavaType type) {
		this.cacheName = cacheName;
		this.mapper = mapper;
		this.type = type;
		this.writer = mapper.writerFor(type);
		this.reader = mapper.readerFor(type);
	}

	@Override
	public byte[] encode(Object value) {
		Class<?> runtimeClass = value.getClass();
		try {
			checkFit(this.type, value);
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
		if (back.getClass() != value.getClass() && !isContainer(value)) {
			throw new IllegalArgumentException("it would come back as a " + back.getClass().getName());
		}
		byte[] again = this.writer.writeValueAsBytes(back);
		if (!Arrays.equals(payload, again) && !canonical(payload).equals(canonical(again))) {
			throw new IllegalArgumentException(
					"it would not come back as it was: something that is written is not read");
		}
	}

	// A subclass would be written as its superclass, or more of it than is read back.
	private static void checkFit(JavaType type, @Nullable Object value) {
		Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(type.getRawClass());
		if (value == null) {
			return;
		}
		if (!raw.isInstance(value)) {
			throw new IllegalArgumentException("a " + value.getClass().getName() + " is no " + raw.getName());
		}
		JavaType content = type.getContentType();
		if (content != null && value instanceof Collection<?> elements) {
			elements.forEach((element) -> checkFit(content, element));
		}
		else if (content != null && value instanceof Map<?, ?> map) {
			map.values().forEach((element) -> checkFit(content, element));
		}
		else if (content != null && value instanceof Optional<?> optional) {
			checkFit(content, optional.orElse(null));
		}
		else if (!type.isAbstract() && !raw.isEnum() && !raw.getName().startsWith("java.") && raw != value.getClass()) {
			throw new IllegalArgumentException(
					"a " + value.getClass().getName() + " would come back as a " + raw.getName());
		}
	}

	private static boolean isContainer(Object value) {
		return value instanceof Collection<?> || value instanceof Map<?, ?>;
	}

	private String canonical(byte[] json) {
		return canonical(this.mapper.readTree(json));
	}

	// Sets may come back in another order.
	private static String canonical(JsonNode node) {
		if (node.isArray()) {
			return node.valueStream().map(JsonValueCodec::canonical).sorted().toList().toString();
		}
		if (node.isObject()) {
			return node.propertyStream()
				.map((property) -> property.getKey() + "=" + canonical(property.getValue()))
				.sorted()
				.toList()
				.toString();
		}
		return node.toString();
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
