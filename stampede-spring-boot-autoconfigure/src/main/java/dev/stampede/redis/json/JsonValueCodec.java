package dev.stampede.redis.json;

import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

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

	private final ClassViews views;

	private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

	JsonValueCodec(String cacheName, JsonMapper mapper, ClassViews views, JavaType type) {
		this.cacheName = cacheName;
		this.mapper = mapper;
		this.type = type;
		this.writer = mapper.writerFor(type);
		this.reader = mapper.readerFor(type);
		this.views = views;
		Set<JavaType> types = DeclaredTypes.within(views, type);
		this.unordered = DeclaredOrder.isLost(types);
		warnOfUnwritten(types);
	}

	@Override
	public byte[] encode(Object value) {
		try {
			DeclaredFit.check(this.type, value);
			byte[] payload = this.writer.writeValueAsBytes(value);
			prove(value, payload);
			return payload;
		}
		catch (StackOverflowError ex) {
			UnstorableValueException endless = new UnstorableValueException(
					"it has no end: to write or to compare it overflows the stack");
			warn(value.getClass(), endless);
			throw endless;
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

	private void prove(Object value, byte[] payload) {
		Object back = readBack(payload);
		boolean other = back.getClass() != value.getClass() && back.getClass() != Date.class;
		if (other && !DeclaredFit.isContainer(value) && !(value instanceof JsonNode)) {
			throw new UnstorableValueException("it would come back as a " + back.getClass().getName());
		}
		String difference = Sameness.difference(this.views, value, back);
		if (difference != null) {
			throw new UnstorableValueException("what comes back does not equal it"
					+ (difference.isEmpty() ? "" : " (" + difference + ")")
					+ ": something of it is not written, is made anew when it is read, or is read as another type");
		}
		byte[] again = this.writer.writeValueAsBytes(back);
		if (!Arrays.equals(payload, again) && !canonical(payload).equals(canonical(again))) {
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

	private String canonical(JsonNode node) {
		if (node.isArray()) {
			return elements(node.valueStream().map(this::canonical));
		}
		if (node.isObject()) {
			return elements(
					node.propertyStream().map((property) -> property.getKey() + "=" + canonical(property.getValue())));
		}
		if (node.isNumber()) {
			return node.decimalValue().stripTrailingZeros().toString();
		}
		return node.isString() ? DatesAsText.canonical(node) : node.toString();
	}

	private String elements(Stream<String> elements) {
		return (this.unordered ? elements.sorted() : elements).toList().toString();
	}

	private void warnOfUnwritten(Set<JavaType> types) {
		Set<String> unwritten = new LinkedHashSet<>();
		for (JavaType type : types) {
			Class<?> raw = type.getRawClass();
			if (!type.isContainerType() && !ClassViews.isOfThePlatform(raw)) {
				this.views.of(type).unwritten().forEach((field) -> unwritten.add(raw.getSimpleName() + "." + field));
			}
		}
		if (!unwritten.isEmpty()) {
			logger.warn("Values of " + this.type.toCanonical() + " in the cache '" + this.cacheName
					+ "' are stored without " + String.join(", ", unwritten) + ", which no property writes. "
					+ "The caller that reads the source gets them, those that are served from the cache do not. "
					+ "Return a type of what callers need, or write them");
		}
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
		if (failure instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
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
