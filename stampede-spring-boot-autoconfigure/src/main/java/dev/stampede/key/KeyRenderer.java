package dev.stampede.key;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Renders keys. Plain text and other single values render as themselves, everything that
 * has parts as a tuple. What means something in a rendering, {@code %,()}, is escaped in
 * every text, and an escape is always {@code %} and something in front of which no text
 * can leave a bare {@code %}; so a rendering can be read in one way only.
 */
final class KeyRenderer {

	private static final String NULL = "%null";

	/** Where a collection is declared, a set and a list of the same elements may meet. */
	private static final String SET = "%set";

	/** An empty element, since a tuple of it would look like a tuple of nothing. */
	private static final String EMPTY = "%empty";

	private KeyRenderer() {
	}

	static String render(Object key) {
		String text = ValueTypes.text(key);
		return LongKeys.shorten((text != null) ? KeyText.escape(text) : tuple(key));
	}

	private static String tuple(Object value) {
		return switch (Kind.of(value)) {
			case RECORD -> join(RecordComponents.of(value.getClass()).values(value));
			case ARRAY -> array(value);
			case SET -> SET + sorted(((Set<?>) value).stream().map(KeyRenderer::element));
			case COLLECTION -> join(((Collection<?>) value).toArray());
			case MAP -> sorted(((Map<?, ?>) value).entrySet()
				.stream()
				.map((entry) -> join(new Object[] { entry.getKey(), entry.getValue() })));
			case OPTIONAL -> join(content(value));
			case OTHER -> throw new IllegalArgumentException("A key, or a part of it, is of type "
					+ value.getClass().getName() + ", which has no value semantics that we know of: name what "
					+ "identifies it instead, for example with key = \"#argument.id\" at the annotation");
		};
	}

	private static String join(@Nullable Object[] elements) {
		StringBuilder result = new StringBuilder("(");
		for (Object element : elements) {
			if (result.length() > 1) {
				result.append(',');
			}
			result.append(element(element));
		}
		return result.append(')').toString();
	}

	private static String sorted(Stream<String> elements) {
		return elements.sorted().collect(Collectors.joining(",", "(", ")"));
	}

	private static String element(@Nullable Object element) {
		if (element == null) {
			return NULL;
		}
		String text = ValueTypes.text(element);
		if (text == null) {
			return tuple(element);
		}
		return text.isEmpty() ? EMPTY : KeyText.escape(text);
	}

	private static String array(Object array) {
		if (array instanceof Object[] elements) {
			return join(elements);
		}
		@Nullable Object[] boxed = new Object[Array.getLength(array)];
		Arrays.setAll(boxed, (index) -> Array.get(array, index));
		return join(boxed);
	}

	private static Object[] content(Object optional) {
		if (optional instanceof OptionalInt value) {
			return value.isPresent() ? new Object[] { value.getAsInt() } : new Object[0];
		}
		if (optional instanceof OptionalLong value) {
			return value.isPresent() ? new Object[] { value.getAsLong() } : new Object[0];
		}
		if (optional instanceof OptionalDouble value) {
			return value.isPresent() ? new Object[] { value.getAsDouble() } : new Object[0];
		}
		return ((Optional<?>) optional).stream().toArray();
	}

	private enum Kind {

		RECORD, ARRAY, SET, COLLECTION, MAP, OPTIONAL, OTHER;

		static Kind of(Object value) {
			if (value instanceof Record) {
				return RECORD;
			}
			if (value.getClass().isArray()) {
				return ARRAY;
			}
			if (value instanceof Set) {
				return SET;
			}
			if (value instanceof Collection) {
				return COLLECTION;
			}
			if (value instanceof Map) {
				return MAP;
			}
			return ValueTypes.isOptional(value.getClass()) ? OPTIONAL : OTHER;
		}

	}

}
