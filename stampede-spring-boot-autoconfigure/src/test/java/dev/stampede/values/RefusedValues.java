package dev.stampede.values;

import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.Slice;

/**
 * Values whose declared type can be stored, but that would not come back as they were.
 */
@SuppressWarnings({ "unused", "JavaUtilDate", "UnnecessaryStringBuilder" }) // fields are
																			// found by
																			// name
final class RefusedValues {

	final Refused<Collection<String>> setAsCollection = of(Set.of("a"), "declare Set");

	final Refused<Iterable<String>> setAsIterable = of(Set.of("a"), "declare Set");

	final Refused<Map<String, Collection<String>>> setInAMap = of(Map.of("a", Set.of("a")), "declare Set");

	final Refused<Holder<Collection<String>>> setInARecord = of(new Holder<>(Set.of("a")), "does not equal it");

	final Refused<Iterable<String>> iterableOnly = of(() -> List.of("a").iterator(), "java.util.ArrayList");

	final Refused<SortedMap<String, String>> comparatorOfMap = of(reversed("a"), "declare Set or Map");

	final Refused<NavigableSet<String>> comparatorOfSet = of(new TreeSet<>(String.CASE_INSENSITIVE_ORDER),
			"declare Set or Map");

	final Refused<Holder<SortedMap<String, String>>> comparatorInARecord = of(new Holder<>(reversed("a", "b")),
			"another order");

	final Refused<Queue<String>> priorityQueue = of(new PriorityQueue<>(List.of("b", "a")), "return a List");

	final Refused<PriorityQueue<String>> comparatorOfQueue = of(new PriorityQueue<>(Collections.reverseOrder()),
			"comparator");

	final Refused<Map<String, Long>> equalKeys = of(twice("a"), "does not equal it");

	final Refused<Map<@Nullable String, String>> nullKey = of(Collections.singletonMap(null, "a"), "Null key");

	final Refused<List<Long>> otherNumbers = of(integers(), "a java.lang.Integer is no java.lang.Long");

	final Refused<Date> timestampAsDate = of(nanos(), "come back as a java.util.Date");

	final Refused<List<Date>> timestampsAsDates = of(List.of(nanos()), "come back as a java.util.Date");

	final Refused<Holder<Date>> timestampInARecord = of(new Holder<>(nanos()), "does not equal it");

	final Refused<Map<Timestamp, Long>> nanosInAKey = of(Map.of(nanos(), 1L), "no java.sql.Timestamp can be made");

	final Refused<Calendar> calendar = of(new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"), Locale.UK),
			"does not equal it");

	final Refused<Pattern> flags = of(Pattern.compile("a", Pattern.CASE_INSENSITIVE), "flags");

	final Refused<Holder<Pattern>> flagsInARecord = of(new Holder<>(Pattern.compile("a", Pattern.DOTALL)), "flags");

	final Refused<CharSequence> builderAsSequence = of(new StringBuilder("a"), "come back as a java.lang.String");

	final Refused<BitSet> bitSet = of(BitSet.valueOf(new byte[] { 5 }), "does not equal it");

	final Refused<InetAddress> hostName = of(InetAddress.getLoopbackAddress(), "no java.net.InetAddress can be made");

	final Refused<Properties> defaults = of(new Properties(withDefault()), "defaults");

	final Refused<Ignoring> ignored = of(new Ignoring("a", "b"), "can be made of what is written");

	final Refused<Rounding> rounded = of(new Rounding(1.234), "does not equal it");

	final Refused<Holder<Open>> instantInAnObject = of(new Holder<>(new Open(Instant.EPOCH)), "read as another type");

	final Refused<StoredBean> subclass = of(new SubBean("a", 1), "come back as a");

	final Refused<Holder<StoredBean>> subclassInARecord = of(new Holder<>(new SubBean("a", 1)), "come back");

	final Refused<Throwing> throwing = of(new Throwing(), "it fails with java.lang.IllegalStateException");

	final Refused<Nested> endless = of(endless(), "cycle");

	final Refused<Holder<Nested>> tooDeep = of(new Holder<>(deep(300)), "nesting depth");

	final Refused<Slice<String>> pageAsSlice = of(new PageImpl<>(List.of("a")), "SliceImpl");

	static Stream<RefusedValue> all() {
		RefusedValues values = new RefusedValues();
		return Stream.of(RefusedValues.class.getDeclaredFields())
			.filter((field) -> field.getType() == Refused.class)
			.map(values::get);
	}

	private RefusedValue get(Field field) {
		try {
			Refused<?> refused = (Refused<?>) field.get(this);
			return new RefusedValue(new StoredValue(field.getName(),
					ResolvableType.forField(field).getGeneric(0).getType(), refused.value), refused.reason);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static <T> Refused<T> of(T value, String reason) {
		return new Refused<>(value, reason);
	}

	private static SortedMap<String, String> reversed(String... keys) {
		SortedMap<String, String> map = new TreeMap<>(Collections.reverseOrder());
		for (String key : keys) {
			map.put(key, "");
		}
		return map;
	}

	@SuppressWarnings({ "StringOperationCanBeSimplified", "IdentityHashMapUsage" })
	private static Map<String, Long> twice(String key) {
		Map<String, Long> map = new IdentityHashMap<>();
		map.put(new String(key), 1L);
		map.put(new String(key), 2L);
		return map;
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	private static List<Long> integers() {
		return (List) new ArrayList<>(List.of(7));
	}

	private static Timestamp nanos() {
		Timestamp timestamp = new Timestamp(7);
		timestamp.setNanos(123_456_789);
		return timestamp;
	}

	private static Properties withDefault() {
		Properties defaults = new Properties();
		defaults.setProperty("a", "b");
		return defaults;
	}

	private static Nested endless() {
		Nested nested = new Nested();
		nested.next = nested;
		return nested;
	}

	private static Nested deep(int depth) {
		Nested nested = new Nested();
		for (int i = 0; i < depth; i++) {
			Nested outer = new Nested();
			outer.next = nested;
			nested = outer;
		}
		return nested;
	}

	/**
	 * A value and what the log says of it.
	 *
	 * @param value the value
	 * @param reason a part of the message
	 */
	record RefusedValue(StoredValue value, String reason) {

		@Override
		public String toString() {
			return this.value.name();
		}

	}

	record Refused<T>(T value, String reason) {

	}

	record Holder<T>(T content) {

	}

	record Open(Object content) {

	}

	record Ignoring(String shown, @JsonIgnore String hidden) {

	}

	record Rounding(double value) {

		@Override
		@JsonProperty
		public double value() {
			return BigDecimal.valueOf(Math.round(this.value * 10), 1).doubleValue();
		}

	}

	public static class SubBean extends StoredBean {

		SubBean(String name, int size) {
			super(name, size);
		}

		public String getMore() {
			return "more";
		}

	}

	public static class Throwing {

		public String getText() {
			throw new IllegalStateException("secret");
		}

	}

	static class Nested {

		public @Nullable Nested next;

	}

}
