package dev.stampede.redis.json;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.util.ClassUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

import dev.stampede.store.UnstorableValueException;
import dev.stampede.store.ValueCodec;

/**
 * Values as JSON of their declared type. Each value is read back before it is stored:
 * what would not come back as it was is never stored.
 *
 * @param <T> the declared type
 */
final class JsonValueCodec<T> implements ValueCodec<T> {

	private static final Log logger = LogFactory.getLog(JsonValueCodec.class);

	private final String cacheName;

	private final JsonMapper mapper;

	private final JavaType type;

	private final ObjectWriter writer;

	private final ObjectReader reader;

	/** Whether parts of a value may come back in another order. */
	private final boolean unordered;

	private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

	JsonValueCodec(String cacheName, JsonMapper mapper, JavaType type) {
		this.cacheName = cacheName;
		this.mapper = mapper;
		this.type = type;
		this.writer = mapper.writerFor(type);
		this.reader = mapper.readerFor(type);
		this.unordered = DeclaredOrder.isLost(mapper, type);
	}

	@Override
	public byte[] encode(Object value) {
		try {
			DeclaredFit.check(this.type, value);
			byte[] payload = this.writer.writeValueAsBytes(value);
			prove(value, payload);
			return payload;
		}
		catch (RuntimeException ex) {
			warn(value.getClass(), ex);
			throw (ex.getCause() instanceof UnstorableValueException unstorable) ? unstorable : ex;
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

	// Two copies that are equal tell that the type knows equality, and then the value has
	// to be equal too. Of other types only the bytes can be compared.
	private void prove(Object value, byte[] payload) {
		Object back = readBack(payload);
		if (back.getClass() != value.getClass() && !DeclaredFit.isContainer(value)) {
			throw new UnstorableValueException("it would come back as a " + back.getClass().getName());
		}
		if (!Sameness.of(value, back) && Sameness.of(back, readBack(payload))) {
			throw new UnstorableValueException(
					"what comes back does not equal it: something of it is not written, or is read as another type");
		}
		byte[] again = this.writer.writeValueAsBytes(back);
		if (!Arrays.equals(payload, again) && !(this.unordered && canonical(payload).equals(canonical(again)))) {
			throw new UnstorableValueException("it would not come back as it was: something that is written is not "
					+ "read, or comes back in another order");
		}
	}

	private Object readBack(byte[] payload) {
		try {
			return decode(payload);
		}
		catch (RuntimeException ex) {
			throw new UnstorableValueException("it cannot be read back: " + reason(ex));
		}
	}

	private String canonical(byte[] json) {
		return canonical(this.mapper.readTree(json));
	}

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

	private void warn(Class<?> runtimeClass, RuntimeException failure) {
		if (this.warned.size() < Byte.MAX_VALUE && this.warned.add(runtimeClass)) {
			logger.warn("A " + runtimeClass.getName() + " is not stored in the cache '" + this.cacheName
					+ "' as JSON of " + this.type.toCanonical() + ": " + reason(failure)
					+ ". Every call reads the source. Return a type that comes back, such as a record of plain values, "
					+ "or set stampede.caches.[" + this.cacheName + "].serializer. Logged once per class");
		}
	}

	// Without the values, which messages of Jackson and of getters may quote.
	private static String reason(RuntimeException failure) {
		if (failure instanceof UnstorableValueException || failure.getCause() instanceof UnstorableValueException) {
			return String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
		}
		if (failure instanceof MismatchedInputException mismatch) {
			return "no " + ClassUtils.getQualifiedName(mismatch.getTargetType()) + " can be made of what is written";
		}
		boolean ofJackson = failure instanceof InvalidDefinitionException || failure.getCause() == null;
		if (failure instanceof JacksonException jackson && ofJackson) {
			return jackson.getOriginalMessage();
		}
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		return "it fails with " + cause.getClass().getName();
	}

}
