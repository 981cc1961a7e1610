package dev.stampede.key;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
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
 * Renderer of keys. A single value renders as its text, and everything that has parts as
 * a tuple. The characters {@code %,()} have a meaning in a rendering, so they are escaped
 * in every text. An escape begins with {@code %}, and no text leaves a bare {@code %}. So
 * a rendering can be read in one way only. The tail of a long rendering is replaced by a
 * hash of the whole.
 */
final class KeyRenderer {

	private static final String NULL = "%null";

	/**
	 * Mark of a set: a parameter declared as a collection may get a set and a list of the
	 * same elements.
	 */
	private static final String SET = "%set";

	/** An empty element, since a tuple of it would look like a tuple of nothing. */
	private static final String EMPTY = "%empty";

	private static final HexFormat HEX = HexFormat.of().withUpperCase();

	static final int MAX_LENGTH = 200;

	private static final int KEPT = 160;

	private static final int HASH_BYTES = 24;

	private static final String MARK = "%~";

	private KeyRenderer() {
	}

	static String render(Object key) {
		String text = ValueTypes.text(key);
		return shorten((text != null) ? escape(text) : tuple(key));
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
			case OTHER -> other(value);
		};
	}

	private static String other(Object value) {
		String text = PlatformValues.text(value);
		if (text != null) {
			return text.isEmpty() ? EMPTY : escape(text);
		}
		Object[] parts = ValueTypes.parts(value);
		if (parts != null) {
			return join(parts);
		}
		throw new IllegalArgumentException("A key, or a part of it, is of type " + value.getClass().getName()
				+ ", which has no value semantics that we know of: name what identifies it instead, for example "
				+ "with key = \"#argument.id\" at the annotation");
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
		return text.isEmpty() ? EMPTY : escape(text);
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

	// special characters as % and two digits; half a surrogate pair, which UTF-8 cannot
	// tell from a question mark, as %u and four
	private static String escape(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (isSpecial(text, i)) {
				return escapeFrom(text, i);
			}
		}
		return text;
	}

	private static String escapeFrom(String text, int start) {
		StringBuilder result = new StringBuilder(text.length() + 16).append(text, 0, start);
		for (int i = start; i < text.length(); i++) {
			char c = text.charAt(i);
			if (!isSpecial(text, i)) {
				result.append(c);
			}
			else if (Character.isSurrogate(c)) {
				result.append("%u").append(HEX.toHexDigits(c));
			}
			else {
				result.append('%').append(HEX.toHexDigits((byte) c));
			}
		}
		return result.toString();
	}

	private static boolean isSpecial(String text, int index) {
		char c = text.charAt(index);
		if (c < Character.MIN_SURROGATE) {
			return c == '%' || c == ',' || c == '(' || c == ')';
		}
		if (Character.isHighSurrogate(c)) {
			return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
		}
		return Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
	}

	// a mark that no other rendering contains, and 192 bits of a hash of the whole
	private static String shorten(String rendered) {
		if (rendered.length() <= MAX_LENGTH) {
			return rendered;
		}
		int end = Character.isHighSurrogate(rendered.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
		return rendered.substring(0, end) + MARK + hash(rendered);
	}

	private static String hash(String text) {
		byte[] hash = Arrays.copyOf(sha256().digest(text.getBytes(StandardCharsets.UTF_8)), HASH_BYTES);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
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
