package dev.stampede.redis.json;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.Slice;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.store.UnstorableValueException;
import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Types that leave open what to read: told apart by names, proved by value, or refused.
 */
class OpenTypesTests {

	private static final String REFUSED = "cannot be stored in the cache 'sets' as JSON, since ";

	private final JsonCodecs codecs = new JsonCodecs();

	static Stream<Arguments> values() {
		Payment paid = new Paid("a", new BigDecimal("1.10"));
		return Stream.of(Arguments.of(paid, Payment.class, "{\"Paid\":{\"id\":\"a\",\"amount\":1.10}}"),
				Arguments.of(new Cash(7), Payment.class, "{\"Cash\":{\"coins\":7}}"),
				Arguments.of(Currency.EURO, Payment.class, "{\"money\":\"EURO\"}"),
				Arguments.of(new Paid("a", BigDecimal.ONE), Paid.class, "{\"id\":\"a\",\"amount\":1}"),
				Arguments.of(List.of(paid, new Cash(1)), new ParameterizedTypeReference<List<Payment>>() {
				}.getType(), null),
				Arguments.of(Optional.of(paid), new ParameterizedTypeReference<Optional<Payment>>() {
				}.getType(), null), Arguments.of(new Order(paid, Map.of("a", 7L)), Order.class, null),
				Arguments.of(new Result.Ok<>(List.of(7L)), new ParameterizedTypeReference<Result<List<Long>>>() {
				}.getType(), "{\"Ok\":{\"value\":[7]}}"),
				Arguments.of(new Result.Failed<Payment>("late"), new ParameterizedTypeReference<Result<Payment>>() {
				}.getType(), null), Arguments.of(new Refund(1), Money.class, "{\"type\":\"refund\",\"amount\":1}"),
				Arguments.of(List.of(new Refund(1)), new ParameterizedTypeReference<List<Money>>() {
				}.getType(), null));
	}

	@ParameterizedTest
	@MethodSource("values")
	void valueComesBackAsItWas(Object value, Type type, @Nullable String json) {
		ValueCodec<Object> codec = this.codecs.codec("sets", type);
		byte[] payload = codec.encode(value);
		if (!(value instanceof Order)) {
			assertThat(codec.decode(payload)).isEqualTo(value);
		}
		if (json != null) {
			assertThat(new String(payload, StandardCharsets.UTF_8)).isEqualTo(json);
		}
	}

	static Stream<Arguments> numbers() {
		return Stream.of(7L, 7, (short) 7, 5_000_000_000L, 1.5f, 0.1f, 1.5, new BigDecimal("9.90"), BigDecimal.TEN)
			.map(Arguments::of);
	}

	@ParameterizedTest
	@MethodSource("numbers")
	void numberThatIsLeftOpenComesBackEqualByValue(Number number) {
		ValueCodec<Map<String, Object>> codec = this.codecs.codec("sets",
				new ParameterizedTypeReference<Map<String, Object>>() {
				}.getType());
		Number back = (Number) codec.decode(codec.encode(Map.of("n", number))).get("n");
		assertThat(new BigDecimal(String.valueOf(back))).isEqualByComparingTo(String.valueOf(number));
	}

	@Test
	void treeOfLongsAndFloatsIsStored() {
		ObjectNode tree = JsonMapper.shared().createObjectNode().put("a", 7L).put("b", 1.5f);
		for (Type type : List.of(ObjectNode.class, JsonNode.class)) {
			ValueCodec<JsonNode> codec = this.codecs.codec("sets", type);
			assertThat(codec.decode(codec.encode(tree))).hasToString(tree.toString());
		}
	}

	static Stream<Object> others() {
		Map<String, Object> exact = new LinkedHashMap<>();
		exact.put("n", new BigDecimal("0.1234567890123456789012345"));
		return Stream.of(Map.of("at", Instant.EPOCH), Map.of("set", Set.of("a")), Map.of("own", new Cash(1)), exact);
	}

	@ParameterizedTest
	@MethodSource("others")
	void valueThatWouldComeBackAsAnotherTypeIsNotStored(Object value) {
		ValueCodec<Object> codec = this.codecs.codec("sets", new ParameterizedTypeReference<Map<String, Object>>() {
		}.getType());
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> codec.encode(value));
		assertThat(codec.encode(Map.of("a", "b"))).isNotEmpty();
	}

	static Stream<Arguments> refused() {
		return Stream.of(Arguments.of(Object.class, "Object leaves open what to read"),
				Arguments.of(ByClass.class, "names classes"),
				Arguments.of(new ParameterizedTypeReference<List<ByClass>>() {
				}.getType(), "names classes"), Arguments.of(Deep.class, "ByClassHolder.content"),
				Arguments.of(AtProperty.class, "AtProperty.content: @JsonTypeInfo"),
				Arguments.of(WithClass.class, "WithClass.type: no class is loaded"),
				Arguments.of(AbstractPart.class, "AbstractPart.shape: "),
				Arguments.of(Twice.class, "have the same simple name: @JsonTypeName tells them apart"),
				Arguments.of(JsonValueCodecTests.WriteOnly.class, "no Creators"),
				Arguments.of(new ParameterizedTypeReference<Map<Cash, String>>() {
				}.getType(), "Key deserializer"),
				Arguments.of(new ParameterizedTypeReference<Map.Entry<String, Long>>() {
				}.getType(), "Map$Entry is abstract"));
	}

	@ParameterizedTest
	@MethodSource("refused")
	void typeOfWhichNoValueComesBackIsRefusedWithItsPlace(Type type, String reason) {
		assertThatExceptionOfType(InvalidSettingsException.class).isThrownBy(() -> this.codecs.codec("sets", type))
			.withMessageContaining(REFUSED)
			.withMessageContaining(reason)
			.withMessageContaining("stampede.caches.sets.serializer");
	}

	@Test
	void partsThatLeaveSomethingOpenAreProvedByValue() {
		ValueCodec<RawParts> codec = this.codecs.codec("sets", RawParts.class);
		RawParts parts = new RawParts(List.of("a", 7), null, Optional.of(Optional.of("a")), 7L);
		assertThat(codec.decode(codec.encode(parts))).hasToString(parts.toString());
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> codec.encode(new RawParts(List.of(Instant.EPOCH), null, Optional.empty(), 7)))
			.withMessageContaining("RawParts.list");
	}

	@Test
	void nameThatIsNotPermittedIsNotRead() {
		ValueCodec<Payment> codec = this.codecs.codec("sets", Payment.class);
		for (String name : List.of("java.lang.String", "Refund", "dev.stampede.redis.json.OpenTypesTests$Paid")) {
			String json = "{\"" + name + "\":{\"id\":\"a\",\"amount\":1}}";
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> codec.decode(json.getBytes(StandardCharsets.UTF_8)));
		}
	}

	@Test
	void pageWhereASliceIsDeclaredIsNotStored() {
		ValueCodec<Slice<String>> codec = this.codecs.codec("sets", new ParameterizedTypeReference<Slice<String>>() {
		}.getType());
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> codec.encode(new PageImpl<>(List.of("a"))));
	}

	sealed interface Payment permits Paid, Other {

	}

	record Paid(String id, BigDecimal amount) implements Payment {

	}

	sealed interface Other extends Payment permits Cash, Currency {

	}

	record Cash(int coins) implements Other {

	}

	@JsonTypeName("money")
	enum Currency implements Other {

		EURO

	}

	sealed interface Result<T> {

		record Ok<T>(T value) implements Result<T> {

		}

		record Failed<T>(String reason) implements Result<T> {

		}

	}

	record Order(Payment payment, Object more) {

	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
	@JsonSubTypes(@JsonSubTypes.Type(value = Refund.class, name = "refund"))
	interface Event {

	}

	interface Money extends Event {

	}

	record Refund(int amount) implements Money {

	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
	interface ByClass {

	}

	record Deep(Map<String, List<ByClassHolder>> content) {

	}

	record ByClassHolder(ByClass content) {

	}

	record AtProperty(@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object content) {

	}

	record WithClass(Class<?> type) {

	}

	@SuppressWarnings("rawtypes")
	record RawParts(List list, @Nullable Void nothing, Optional<Optional<String>> optional, Number number) {

	}

	record AbstractPart(JsonValueCodecTests.Shape shape) {

	}

	sealed interface Twice permits One.Same, Two.Same {

	}

	interface One {

		record Same() implements Twice {

		}

	}

	interface Two {

		record Same() implements Twice {

		}

	}

}
