package dev.stampede.redis.json;

import java.io.Serializable;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ParameterizedTypeReference;

import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JsonValueCodecTests {

	private final JsonCodecs codecs = new JsonCodecs();

	static Stream<Arguments> values() {
		Map<String, Long> longs = new HashMap<>(Map.of("a", 1L, "b", Long.MAX_VALUE));
		return Stream.of(of("text", String.class), of("", String.class), of("Größe \u0000 \ud83d\ude00", String.class),
				of(7, int.class), of(7, Integer.class), of(7L, long.class), of(Long.MIN_VALUE, Long.class),
				of(true, boolean.class), of('ü', char.class), of(0.1, double.class), of(Double.NaN, double.class),
				of(1.5f, float.class), of((byte) 1, byte.class), of((short) 2, short.class),
				of(new BigDecimal("1.10"), BigDecimal.class), of(new BigDecimal("1E+3"), BigDecimal.class),
				of(new BigInteger("123456789012345678901234567890"), BigInteger.class), of(Color.RED, Color.class),
				of(UUID.randomUUID(), UUID.class), of(Locale.GERMANY, Locale.class),
				of(Instant.parse("2026-11-29T15:00:00.123456789Z"), Instant.class),
				of(LocalDate.of(2026, 11, 29), LocalDate.class),
				of(LocalDateTime.of(2026, 11, 29, 1, 2, 3, 4), LocalDateTime.class),
				of(OffsetDateTime.of(2026, 11, 29, 1, 2, 3, 4, ZoneOffset.ofHours(5)), OffsetDateTime.class),
				of(ZonedDateTime.of(2026, 11, 29, 1, 2, 3, 4, ZoneId.of("Europe/Berlin")), ZonedDateTime.class),
				of(ZonedDateTime.of(2026, 11, 29, 1, 2, 3, 4, ZoneId.of("UTC")), ZonedDateTime.class),
				of(ZoneId.of("Europe/Berlin"), ZoneId.class), of(Duration.ofNanos(1_234_567_890_123L), Duration.class),
				of(DayOfWeek.MONDAY, DayOfWeek.class), of(new byte[] { 0, -1, 127 }, byte[].class),
				of(new int[] { 1, 2 }, int[].class), of(new String[] { "a", "b" }, String[].class),
				of(new Price("EMS0", new BigDecimal("9.90"), List.of(Color.RED), Optional.of(3L), null), Price.class),
				of(new Bean("a", 2), Bean.class), of(longs, new ParameterizedTypeReference<Map<String, Long>>() {
				}), of(new TreeMap<>(longs), new ParameterizedTypeReference<SortedMap<String, Long>>() {
				}), of(Map.of(Color.RED, List.of(1L)), new ParameterizedTypeReference<Map<Color, List<Long>>>() {
				}), of(Map.of(LocalDate.of(2026, 1, 1), 1), new ParameterizedTypeReference<Map<LocalDate, Integer>>() {
				}), of(List.of(new Bean("a", 1), new Bean("b", 2)), new ParameterizedTypeReference<List<Bean>>() {
				}), of(List.of(), new ParameterizedTypeReference<List<Bean>>() {
				}), of(List.of(), new ParameterizedTypeReference<Collection<String>>() {
				}), of(Set.of("a", "b", "c", "d"), new ParameterizedTypeReference<Set<String>>() {
				}), of(new HashSet<>(List.of("z", "b", "c")), new ParameterizedTypeReference<HashSet<String>>() {
				}), of(new TreeSet<>(List.of("z", "b")), new ParameterizedTypeReference<Set<String>>() {
				}), of(new ArrayList<>(List.of("z")), new ParameterizedTypeReference<Iterable<String>>() {
				}), of(Optional.of(new Bean("a", 1)), new ParameterizedTypeReference<Optional<Bean>>() {
				}), of(Optional.empty(), new ParameterizedTypeReference<Optional<Bean>>() {
				}),
				of(new Page<>(List.of(new BigDecimal("1.00")), 1), new ParameterizedTypeReference<Page<BigDecimal>>() {
				}));
	}

	@ParameterizedTest
	@MethodSource("values")
	void valueComesBackAsItWas(Object value, Type type) {
		ValueCodec<Object> codec = this.codecs.codec("sets", type);
		Object back = codec.decode(codec.encode(value));
		assertThat(back).isEqualTo(value);
		assertThat(codec.encode(back)).isEqualTo(codec.encode(value));
	}

	static Stream<Type> openTypes() {
		return Stream.of(Object.class, Number.class, Serializable.class, Comparable.class, void.class, List.class,
				Map.class, Page.class, Shape.class, Runnable.class, WriteOnly.class,
				new ParameterizedTypeReference<List<? extends Shape>>() {
				}.getType(), new ParameterizedTypeReference<Optional<Optional<String>>>() {
				}.getType(), new ParameterizedTypeReference<Optional<OptionalInt>>() {
				}.getType(), new ParameterizedTypeReference<Map.Entry<String, Long>>() {
				}.getType(), new ParameterizedTypeReference<Class<?>>() {
				}.getType(), Page.class.getTypeParameters()[0]);
	}

	@ParameterizedTest
	@MethodSource("openTypes")
	void typeThatLeavesOpenWhatToReadIsRefused(Type type) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.codecs.codec("sets", type))
			.withMessageContaining("stampede.caches.sets.serializer");
	}

	@Test
	void subclassIsNotStored() {
		ValueCodec<Bean> codec = this.codecs.codec("sets", Bean.class);
		assertThatIllegalArgumentException().isThrownBy(() -> codec.encode(new Sub("a", 1)))
			.withMessageContaining("come back as");
		assertThat(codec.encode(new Bean("a", 1))).isNotEmpty();
	}

	@Test
	void listOfSubclassesIsNotStored() {
		ValueCodec<List<Bean>> codec = this.codecs.codec("sets", new ParameterizedTypeReference<List<Bean>>() {
		}.getType());
		codec.encode(List.of());
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> codec.encode(List.of(new Sub("a", 1))));
	}

	@Test
	void otherTypeIsNotStored() {
		ValueCodec<Bean> codec = this.codecs.codec("sets", Bean.class);
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> codec.encode("text"));
	}

	@Test
	void classWithNothingToWriteIsNotStored() {
		ValueCodec<Hidden> codec = this.codecs.codec("sets", Hidden.class);
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> codec.encode(new Hidden("a")));
	}

	@Test
	void bytesOfAnotherTypeAreRefused() {
		ValueCodec<Bean> codec = this.codecs.codec("sets", Bean.class);
		for (String json : List.of("", "null", "[]", "{", "7", "{\"name\":{}}")) {
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> codec.decode(json.getBytes(StandardCharsets.UTF_8)));
		}
	}

	@Test
	void depthIsLimited() {
		ValueCodec<Nested> codec = this.codecs.codec("sets", Nested.class);
		String json = "{\"next\":".repeat(1000) + "{}" + "}".repeat(1000);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> codec.decode(json.getBytes(StandardCharsets.UTF_8)));
	}

	@Test
	void noClassNamesAreWrittenOrObeyed() {
		ValueCodec<Bean> codec = this.codecs.codec("sets", Bean.class);
		assertThat(new String(codec.encode(new Bean("a", 1)), StandardCharsets.UTF_8)).doesNotContain("Bean");
		String json = "{\"@class\":\"javax.swing.JEditorPane\",\"name\":\"a\",\"size\":1}";
		assertThat(codec.decode(json.getBytes(StandardCharsets.UTF_8))).isExactlyInstanceOf(Bean.class);
	}

	private static Arguments of(Object value, Type type) {
		return Arguments.of(value, type);
	}

	private static Arguments of(Object value, ParameterizedTypeReference<?> type) {
		return Arguments.of(value, type.getType());
	}

	enum Color {

		RED, GREEN

	}

	interface Shape {

	}

	record Price(String id, BigDecimal amount, List<Color> colors, Optional<Long> count, @Nullable String note) {

	}

	record Page<T>(List<T> content, int number) {

	}

	record Nested(@Nullable Nested next) {

	}

	public static class Bean {

		private String name = "";

		private int size;

		Bean() {
		}

		Bean(String name, int size) {
			this.name = name;
			this.size = size;
		}

		public String getName() {
			return this.name;
		}

		public void setName(String name) {
			this.name = name;
		}

		public int getSize() {
			return this.size;
		}

		public void setSize(int size) {
			this.size = size;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Bean bean && bean.name.equals(this.name) && bean.size == this.size;
		}

		@Override
		public int hashCode() {
			return this.name.hashCode();
		}

	}

	public static class Sub extends Bean {

		Sub(String name, int size) {
			super(name, size);
		}

		public Map<String, String> getMore() {
			return new LinkedHashMap<>(Map.of("a", "b"));
		}

	}

	static class Hidden {

		@SuppressWarnings("unused")
		private final String state;

		Hidden(String state) {
			this.state = state;
		}

	}

	public static class WriteOnly {

		private final int sum;

		WriteOnly(int left, int right) {
			this.sum = left + right;
		}

		public int getSum() {
			return this.sum;
		}

	}

}
