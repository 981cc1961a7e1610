package dev.stampede.key;

import java.io.File;
import java.net.InetAddress;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Instant;
import java.time.chrono.ChronoLocalDate;
import java.util.BitSet;
import java.util.Date;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Value types of the JDK that are rare in keys: those with a text, and those with parts.
 */
final class PlatformValues {

	/** Types whose implementations are of the platform. */
	private static final Set<Class<?>> TEXTS = Set.of(InetAddress.class, URL.class, Path.class, File.class,
			Charset.class, Class.class, ChronoLocalDate.class, java.sql.Timestamp.class, java.sql.Date.class,
			java.sql.Time.class);

	private static final Set<Class<?>> PARTS = Set.of(Pattern.class, BitSet.class);

	private PlatformValues() {
	}

	static boolean isKnown(Class<?> type) {
		return PARTS.contains(type) || TEXTS.stream().anyMatch((text) -> text.isAssignableFrom(type));
	}

	static boolean isPair(Class<?> type) {
		return Map.Entry.class.isAssignableFrom(type);
	}

	/**
	 * Returns whether a value of a type may be of one of these.
	 * @param type the declared type
	 * @return whether one of these has the type as a supertype
	 */
	static boolean isAbove(Class<?> type) {
		return PARTS.stream().anyMatch(type::isAssignableFrom) || TEXTS.stream().anyMatch(type::isAssignableFrom);
	}

	@SuppressWarnings("JavaUtilDate") // parameters may be of these types
	static @Nullable String text(Object value) {
		if (value instanceof InetAddress address) {
			return address.getHostAddress(); // the name is what somebody asked for
		}
		if (value instanceof URL url) {
			return url.toExternalForm();
		}
		if (value instanceof Path path) {
			return path.getFileSystem().equals(FileSystems.getDefault()) ? path.toString() : path.toUri().toString();
		}
		if (value instanceof Class<?> type) {
			return type.getName();
		}
		if (value instanceof java.sql.Timestamp time) {
			return time.toInstant().toString();
		}
		if (value instanceof java.sql.Date || value instanceof java.sql.Time) {
			return Instant.ofEpochMilli(((Date) value).getTime()).toString();
		}
		return (value instanceof File || value instanceof Charset || value instanceof ChronoLocalDate)
				? value.toString() : null;
	}

	static Object @Nullable [] parts(Object value) {
		if (value instanceof Map.Entry<?, ?> pair) {
			return parts(pair);
		}
		if (value instanceof Pattern pattern) {
			return new Object[] { pattern.pattern(), pattern.flags() };
		}
		return (value instanceof BitSet bits) ? new Object[] { bits.toLongArray() } : null;
	}

	@SuppressWarnings("NullAway") // a part may be null
	private static Object[] parts(Map.Entry<?, ?> pair) {
		return new Object[] { pair.getKey(), pair.getValue() };
	}

}
