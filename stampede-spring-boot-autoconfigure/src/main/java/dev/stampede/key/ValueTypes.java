package dev.stampede.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Closed list of the types that keys may have.
 */
final class ValueTypes {

	/** Types of a single value, whose text is the value. */
	private static final Set<Class<?>> SINGLE = Set.of(String.class, Byte.class, Short.class, Integer.class, Long.class,
			Float.class, Double.class, Character.class, Boolean.class, BigInteger.class, BigDecimal.class, UUID.class,
			Instant.class, LocalDate.class, LocalTime.class, LocalDateTime.class, OffsetTime.class,
			OffsetDateTime.class, ZonedDateTime.class, Year.class, YearMonth.class, MonthDay.class, Duration.class,
			Period.class, ZoneOffset.class, Currency.class, Locale.class, URI.class);

	private static final Set<Class<?>> OPTIONAL_NUMBERS = Set.of(OptionalInt.class, OptionalLong.class,
			OptionalDouble.class);

	private static final boolean SPRING_DATA = ClassUtils.isPresent("org.springframework.data.domain.Pageable",
			ValueTypes.class.getClassLoader());

	/** A generic record can contain itself with ever new type arguments. */
	private static final int MOST_RECORDS = 50;

	private ValueTypes() {
	}

	/**
	 * Returns the text of a single value.
	 * @param value the value
	 * @return the text, or null if it is not a single value
	 */
	static @Nullable String text(Object value) {
		if (value instanceof String text) {
			return text;
		}
		if (value instanceof Locale locale && locale.toString().isEmpty()) {
			return locale.toLanguageTag();
		}
		if (SINGLE.contains(value.getClass()) || value instanceof CharSequence || value instanceof ZoneId) {
			return value.toString();
		}
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		return (value.getClass() == Date.class) ? ((Date) value).toInstant().toString() : null;
	}

	/**
	 * Returns the parts of a value that is no collection, record or the like.
	 * @param value the value
	 * @return the parts, or null if it has no content that we know of
	 */
	static Object @Nullable [] parts(Object value) {
		Object[] parts = PlatformValues.parts(value);
		return (parts == null && SPRING_DATA) ? SpringDataValues.parts(value) : parts;
	}

	static boolean isOptional(Class<?> type) {
		return type == Optional.class || OPTIONAL_NUMBERS.contains(type);
	}

	/**
	 * Returns whether every value of a declared type can be rendered, and two that differ
	 * in content never alike.
	 * @param type the declared type
	 * @return false if the type does not say what the value is
	 */
	static boolean isClosed(ResolvableType type) {
		return isClosed(type, new HashSet<>());
	}

	/**
	 * Returns whether a value of a declared type can be a key at all. Records, enums and
	 * collections may be behind an interface.
	 * @param type the declared type
	 * @return false if every call would fail, unless with null
	 */
	static boolean isPossible(ResolvableType type) {
		if (type.isArray()) {
			return isPossible(type.getComponentType());
		}
		Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(type.resolve(Object.class));
		if (raw.isInterface() && !Map.class.isAssignableFrom(raw) && !Collection.class.isAssignableFrom(raw)) {
			return true;
		}
		if (CharSequence.class.isAssignableFrom(raw) || ZoneId.class.isAssignableFrom(raw)
				|| Enum.class.isAssignableFrom(raw) || isAboveKnown(raw) || isClosed(type)) {
			return true;
		}
		if (raw.isRecord()) {
			return Arrays.stream(raw.getRecordComponents())
				.map((component) -> ResolvableType.forType(component.getGenericType(), type))
				.allMatch((component) -> component.resolve() == raw || isPossible(component));
		}
		return isContainer(raw) && Arrays.stream(contents(type, raw).getGenerics()).allMatch(ValueTypes::isPossible);
	}

	private static boolean isAboveKnown(Class<?> raw) {
		return raw.isAssignableFrom(Record.class) || raw == Date.class
				|| SINGLE.stream().anyMatch(raw::isAssignableFrom) || PlatformValues.isAbove(raw)
				|| (SPRING_DATA && SpringDataValues.isAbove(raw));
	}

	private static boolean isContainer(Class<?> raw) {
		return Map.class.isAssignableFrom(raw) || Collection.class.isAssignableFrom(raw) || raw == Optional.class
				|| PlatformValues.isPair(raw);
	}

	private static ResolvableType contents(ResolvableType type, Class<?> raw) {
		if (raw == Optional.class) {
			return type;
		}
		return Map.class.isAssignableFrom(raw) ? type.as(Map.class)
				: PlatformValues.isPair(raw) ? type.as(Map.Entry.class) : type.as(Collection.class);
	}

	private static boolean isClosed(ResolvableType type, Set<String> records) {
		if (type.isArray()) {
			return isClosed(type.getComponentType(), records);
		}
		Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(type.resolve(Object.class));
		if (SINGLE.contains(raw) || raw == CharSequence.class || raw == ZoneId.class || raw == Date.class
				|| raw.isEnum() || OPTIONAL_NUMBERS.contains(raw) || PlatformValues.isKnown(raw)) {
			return true;
		}
		if (SPRING_DATA && SpringDataValues.isKnown(raw)) {
			return true;
		}
		if (raw.isRecord()) {
			return isClosedRecord(type, raw, records);
		}
		if (isContainer(raw)) {
			return areClosed(contents(type, raw), records);
		}
		return SPRING_DATA && SpringDataValues.isGeneric(type) && areClosed(type, records);
	}

	private static boolean isClosedRecord(ResolvableType type, Class<?> raw, Set<String> records) {
		if (!records.add(type.toString())) {
			return true;
		}
		return records.size() < MOST_RECORDS && Arrays.stream(raw.getRecordComponents())
			.allMatch((component) -> isClosed(ResolvableType.forType(component.getGenericType(), type), records));
	}

	private static boolean areClosed(ResolvableType type, Set<String> records) {
		return type.hasGenerics()
				&& Arrays.stream(type.getGenerics()).allMatch((generic) -> isClosed(generic, records));
	}

}
