package dev.stampede.values;

import java.io.File;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * Values that come back as they were. The type of a field is that which a method
 * declares.
 */
@SuppressWarnings({ "unused", "JavaUtilDate", "JdkObsolete" }) // fields are found by name
public final class StoredValues {

	private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

	private static final Price PRICE = new Price("EMS0", new BigDecimal("9.90"), List.of(Color.RED), Optional.of(3L),
			null, Instant.parse("2026-11-29T15:00:00.123456Z"));

	private StoredValues() {
	}

	/**
	 * Returns all values, by the kinds that the documentation names.
	 * @return the holders of the values
	 */
	public static Map<String, Object> kinds() {
		Map<String, Object> kinds = new LinkedHashMap<>();
		kinds.put("numbers and truth", new Numbers());
		kinds.put("texts", new Texts());
		kinds.put("dates and times", new Times());
		kinds.put("names of things", new Names());
		kinds.put("classes of your own", new Own());
		kinds.put("pages of Spring Data", new StoredPages());
		kinds.put("trees", new StoredTrees());
		kinds.put("optionals", new Optionals());
		kinds.put("arrays", new Arrayed());
		kinds.put("lists and queues", new Lists());
		kinds.put("sets", new Sets());
		kinds.put("maps", new Maps());
		return kinds;
	}

	/**
	 * Returns the values of all kinds.
	 * @return the values with their types
	 */
	public static Stream<StoredValue> all() {
		return kinds().values()
			.stream()
			.flatMap((kind) -> Stream.of(kind.getClass().getDeclaredFields())
				.filter((field) -> !field.isSynthetic())
				.map((field) -> of(kind, field)));
	}

	private static StoredValue of(Object kind, Field field) {
		try {
			return new StoredValue(kind.getClass().getSimpleName() + "." + field.getName(), field.getGenericType(),
					field.get(kind));
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static final class Numbers {

		final int primitive = 7;

		final long primitiveLong = Long.MIN_VALUE;

		final short primitiveShort = -7;

		final byte primitiveByte = -1;

		final double primitiveDouble = 0.1;

		final double negativeZero = -0.0;

		final double notANumber = Double.NaN;

		final float primitiveFloat = Float.NEGATIVE_INFINITY;

		final boolean primitiveBoolean = true;

		final Integer boxed = 7;

		final Long boxedLong = 7L;

		final Short boxedShort = 7;

		final Byte boxedByte = 7;

		final Double boxedDouble = 7.0;

		final Float boxedFloat = 1.5f;

		final Boolean boxedBoolean = false;

		final BigDecimal scaled = new BigDecimal("7.00");

		final BigDecimal powerOfTen = new BigDecimal("1E+3");

		final BigDecimal manyDigits = new BigDecimal("1234567890123456789.123456789012345678900");

		final BigInteger bigInteger = new BigInteger("-123456789012345678901234567890");

		final AtomicInteger atomicInteger = new AtomicInteger(7);

		final AtomicLong atomicLong = new AtomicLong(7);

		final AtomicBoolean atomicBoolean = new AtomicBoolean(true);

	}

	static final class Texts {

		final String text = "Größe \u0000 \u2028 \ud83d\ude00 \n \"a\" \\ </script>";

		final String empty = "";

		final String wordNull = "null";

		final String halfOfAPair = "a\ud83d";

		final @Nullable String nothing = null;

		final char primitiveChar = 'ü';

		final char half = '\ude00';

		final Character boxedChar = 'a';

		final CharSequence sequence = "text";

		final StringBuilder builder = new StringBuilder("text");

		final Pattern pattern = Pattern.compile("(?i)a.*");

	}

	static final class Times {

		final Instant instant = Instant.parse("2026-11-29T15:00:00.123456789Z");

		final Instant firstInstant = Instant.MIN;

		final Instant lastInstant = Instant.MAX;

		final LocalDate localDate = LocalDate.of(2026, 11, 29);

		final LocalDate farDate = LocalDate.MAX;

		final LocalTime localTime = LocalTime.of(1, 2, 3, 4);

		final LocalTime midnight = LocalTime.MIDNIGHT;

		final LocalDateTime localDateTime = LocalDateTime.of(2026, 11, 29, 1, 2, 3, 4);

		final OffsetTime offsetTime = OffsetTime.of(1, 2, 3, 4, ZoneOffset.ofHours(5));

		final OffsetDateTime offsetDateTime = OffsetDateTime.of(2026, 11, 29, 1, 2, 3, 4, ZoneOffset.ofHours(5));

		final ZonedDateTime zoned = ZonedDateTime.of(2026, 11, 29, 1, 2, 3, 4, BERLIN);

		final ZonedDateTime secondOfTheTwoInAutumn = ZonedDateTime.ofLocal(LocalDateTime.of(2026, 10, 25, 2, 30),
				BERLIN, ZoneOffset.ofHours(1));

		final ZonedDateTime zonedUtc = ZonedDateTime.of(2026, 11, 29, 1, 2, 3, 4, ZoneId.of("UTC"));

		final ZonedDateTime zonedZ = ZonedDateTime.of(2026, 11, 29, 1, 2, 3, 4, ZoneOffset.UTC);

		final Year year = Year.of(2026);

		final YearMonth yearMonth = YearMonth.of(2026, 11);

		final MonthDay monthDay = MonthDay.of(2, 29);

		final DayOfWeek dayOfWeek = DayOfWeek.MONDAY;

		final Month month = Month.MAY;

		final Duration duration = Duration.ofNanos(-1_234_567_890_123L);

		final Duration longest = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

		final Period period = Period.of(1, 14, -3);

		final ZoneId zoneId = BERLIN;

		final ZoneOffset zoneOffset = ZoneOffset.ofHoursMinutes(5, 30);

		final TimeZone timeZone = TimeZone.getTimeZone("Europe/Berlin");

		final Date date = new Date(1_700_000_000_123L);

		final Date timestampAsDate = new Timestamp(1_700_000_000_000L);

		final Timestamp timestamp = Timestamp.from(Instant.parse("2026-11-29T15:00:00.123456789Z"));

		final java.sql.Date sqlDate = java.sql.Date.valueOf("2026-11-29");

		final Time sqlTime = Time.valueOf("01:02:03");

	}

	static final class Names {

		final UUID uuid = new UUID(1, 2);

		final Locale locale = Locale.GERMANY;

		final Locale script = Locale.forLanguageTag("zh-Hant-TW-x-lvariant-abc");

		final Locale root = Locale.ROOT;

		final Currency currency = Currency.getInstance("EUR");

		final URI uri = URI.create("https://example.org/a?b=%20#c");

		final Charset charset = StandardCharsets.UTF_8;

		final Path path = Path.of("/a/b");

		final File file = new File("/a/b");

	}

	static final class Own {

		final Price record = PRICE;

		final None recordOfNothing = new None();

		final Sizes recordWithArray = new Sizes("a", new int[] { 1 });

		final Color enumWithBody = Color.RED;

		final Renamed enumWithOtherText = Renamed.SECOND;

		final TimeUnit enumOfJava = TimeUnit.DAYS;

		final Shape sealed = new Circle(1.5);

		final List<Shape> sealedInAList = List.of(new Circle(1.5), new Square(2));

		final Outcome<Price> sealedWithoutAnnotation = new Found<>(PRICE);

		final List<Outcome<Price>> outcomes = List.of(new Found<>(PRICE), new Missing<>("a"));

		final Wrapper<Outcome<Long>> outcomeInARecord = new Wrapper<>(new Found<>(7L), 1);

		final Wrapper<Price> wrapper = new Wrapper<>(PRICE, 1);

		final Wrapper<List<Wrapper<Long>>> wrapperOfWrappers = new Wrapper<>(List.of(new Wrapper<>(1L, 2)), 3);

		final StoredBean bean = new StoredBean("a", 2);

	}

	static final class Optionals {

		final Optional<Price> present = Optional.of(PRICE);

		final Optional<Price> absent = Optional.empty();

		final Optional<List<Long>> ofList = Optional.of(List.of(1L));

		final OptionalInt optionalInt = OptionalInt.of(3);

		final OptionalInt noInt = OptionalInt.empty();

		final OptionalLong optionalLong = OptionalLong.of(3);

		final OptionalDouble optionalDouble = OptionalDouble.of(0.5);

	}

	static final class Arrayed {

		final byte[] bytes = { 0, -1, 127 };

		final char[] chars = { 'a', 'ü' };

		final int[] ints = { 1, 2 };

		final int[] noInts = {};

		final long[] longs = { 1, Long.MAX_VALUE };

		final double[] doubles = { 1, Double.NaN };

		final boolean[] booleans = { true, false };

		final int[][] nested = { { 1 }, {} };

		final @Nullable String[] texts = { "a", null };

		final Price[] prices = { PRICE };

	}

	static final class Lists {

		final List<String> listOf = List.of("b", "a");

		final List<Price> empty = List.of();

		final List<String> emptyList = Collections.emptyList();

		final List<@Nullable String> asList = Arrays.asList("b", null, "a");

		final List<String> subList = new ArrayList<>(List.of("c", "b", "a")).subList(1, 3);

		final List<Price> streamToList = Stream.of(PRICE, PRICE).toList();

		final List<String> unmodifiable = Collections.unmodifiableList(new ArrayList<>(List.of("b", "a")));

		final List<String> sync = Collections.synchronizedList(new ArrayList<>(List.of("b", "a")));

		final List<String> checked = Collections.checkedList(new ArrayList<>(List.of("b", "a")), String.class);

		final List<String> copies = Collections.nCopies(3, "a");

		final List<String> singleton = Collections.singletonList("a");

		final List<String> linked = new LinkedList<>(List.of("b", "a"));

		final List<Optional<Long>> ofOptionals = List.of(Optional.of(1L), Optional.empty());

		final List<byte[]> ofArrays = List.of(new byte[] { 1 }, new byte[0]);

		final List<Map<String, List<Long>>> nested = List.of(Map.of("a", List.of(1L)));

		final List<? extends Price> wildcard = List.of(PRICE);

		final ArrayList<String> arrayList = new ArrayList<>(List.of("b", "a"));

		final LinkedList<String> linkedList = new LinkedList<>(List.of("b", "a"));

		final CopyOnWriteArrayList<String> copyOnWrite = new CopyOnWriteArrayList<>(List.of("b", "a"));

		final Collection<String> collection = List.of("b", "a");

		final Collection<String> valuesOfMap = new TreeMap<>(Map.of("a", "b")).values();

		final Iterable<String> iterable = List.of("b", "a");

		final Queue<String> queue = new ArrayDeque<>(List.of("b", "a"));

		final Deque<String> deque = new ArrayDeque<>(List.of("b", "a"));

		final ArrayDeque<String> arrayDeque = new ArrayDeque<>(List.of("b", "a"));

		final PriorityQueue<String> priorityQueue = new PriorityQueue<>(List.of("b", "a"));

	}

	static final class Sets {

		final Set<String> setOf = Set.of("a");

		final Set<Price> empty = Set.of();

		final Set<String> singleton = Collections.singleton("a");

		final Set<String> unmodifiable = Collections.unmodifiableSet(new LinkedHashSet<>(List.of("b", "a")));

		final Set<String> sync = Collections.synchronizedSet(new HashSet<>(List.of("b", "a")));

		final Set<String> inOrder = new LinkedHashSet<>(List.of("z", "b", "c"));

		final Set<String> reversed = reversed("a", "b");

		final Set<String> keysOfMap = new TreeMap<>(Map.of("a", "b")).keySet();

		final Set<Color> ofEnum = EnumSet.of(Color.GREEN, Color.RED);

		final Set<Price> ofRecords = Set.of(PRICE);

		final HashSet<String> hashSet = new HashSet<>(List.of("z", "b", "c"));

		final LinkedHashSet<String> linkedHashSet = new LinkedHashSet<>(List.of("z", "b"));

		final SortedSet<String> sortedSet = new TreeSet<>(List.of("z", "b"));

		final NavigableSet<String> navigableSet = new TreeSet<>(List.of("z", "b"));

		final TreeSet<String> treeSet = new TreeSet<>(List.of("z", "b"));

		final EnumSet<Color> enumSet = EnumSet.of(Color.RED);

		private static Set<String> reversed(String... texts) {
			Set<String> set = new TreeSet<>(Collections.reverseOrder());
			Collections.addAll(set, texts);
			return set;
		}

	}

	static final class Maps {

		final Map<String, Long> mapOf = Map.of("a", 7L);

		final Map<String, Price> empty = Map.of();

		final Map<String, String> singleton = Collections.singletonMap("a", "b");

		final Map<String, @Nullable String> ofNull = Collections.singletonMap("null", null);

		final Map<String, String> unmodifiable = Collections.unmodifiableMap(new HashMap<>(Map.of("a", "b")));

		final Map<String, String> sync = Collections.synchronizedMap(new HashMap<>(Map.of("", "b")));

		final Map<String, BigDecimal> inOrder = inOrder();

		final Map<Long, Price> byNumber = Map.of(7L, PRICE);

		final Map<Color, List<Long>> byEnum = new EnumMap<>(Map.of(Color.RED, List.of(1L), Color.GREEN, List.of()));

		final Map<UUID, Instant> byUuid = Map.of(new UUID(1, 2), Instant.EPOCH);

		final Map<LocalDate, Integer> byDate = Map.of(LocalDate.EPOCH, 1);

		final Map<Locale, Character> byLocale = Map.of(Locale.GERMANY, 'a');

		final Map<String, Map<Long, List<Price>>> nested = Map.of("a", Map.of(1L, List.of(PRICE)));

		final HashMap<String, Short> hashMap = new HashMap<>(Map.of("a", (short) 1));

		final LinkedHashMap<String, Long> linkedHashMap = new LinkedHashMap<>(Map.of("a", 1L));

		final SortedMap<String, Long> sortedMap = new TreeMap<>(Map.of("b", 1L, "a", 2L));

		final NavigableMap<String, Long> navigableMap = new TreeMap<>(Map.of("b", 1L, "a", 2L));

		final TreeMap<String, Long> treeMap = new TreeMap<>(Map.of("b", 1L, "a", 2L));

		final EnumMap<Color, Long> enumMap = new EnumMap<>(Map.of(Color.RED, 1L));

		final ConcurrentMap<String, Long> concurrentMap = new ConcurrentHashMap<>(Map.of("a", 1L));

		final ConcurrentHashMap<String, Long> concurrentHashMap = new ConcurrentHashMap<>(Map.of("a", 1L));

		final ConcurrentSkipListMap<String, Long> skipListMap = new ConcurrentSkipListMap<>(Map.of("a", 1L));

		final Properties properties = properties();

		final MultiValueMap<String, Long> multiValueMap = new LinkedMultiValueMap<>(Map.of("a", List.of(1L, 2L)));

		private static Map<String, BigDecimal> inOrder() {
			Map<String, BigDecimal> map = new LinkedHashMap<>();
			map.put("z", new BigDecimal("1.10"));
			map.put("b", BigDecimal.ZERO);
			return map;
		}

		private static Properties properties() {
			Properties properties = new Properties();
			properties.setProperty("a", "b");
			return properties;
		}

	}

	enum Color {

		RED {

			@Override
			String shade() {
				return "dark";
			}

		},
		GREEN;

		String shade() {
			return "light";
		}

	}

	/**
	 * Constants that look alike.
	 */
	enum Renamed {

		FIRST, SECOND;

		@Override
		public String toString() {
			return "same";
		}

	}

	/**
	 * A price, with something of everything.
	 */
	record Price(String id, BigDecimal amount, List<Color> colors, Optional<Long> count, @Nullable String note,
			Instant at) {

	}

	record None() {

	}

	@SuppressWarnings("ArrayRecordComponent")
	record Sizes(String name, int[] values) {

		@Override
		public String toString() {
			return this.name + Arrays.toString(this.values);
		}

	}

	record Wrapper<T>(T content, int number) {

	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
	@JsonSubTypes({ @JsonSubTypes.Type(value = Circle.class, name = "circle"),
			@JsonSubTypes.Type(value = Square.class, name = "square") })
	sealed interface Shape permits Circle, Square {

	}

	record Circle(double radius) implements Shape {

	}

	record Square(int side) implements Shape {

	}

	sealed interface Outcome<T> permits Found, Missing {

	}

	record Found<T>(T value) implements Outcome<T> {

	}

	record Missing<T>(String reason) implements Outcome<T> {

	}

}
