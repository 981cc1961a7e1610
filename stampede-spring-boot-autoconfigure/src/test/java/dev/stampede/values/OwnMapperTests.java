package dev.stampede.values;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.serializer.RedisSerializer;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.deser.std.FromStringDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

import dev.stampede.redis.json.JsonCodecs;
import dev.stampede.redis.json.StampedeJsonCustomizer;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who decides how a value looks in Redis: not the application's mapper, but a serializer
 * that a cache names.
 */
@ExtendWith(RedisExtension.class)
class OwnMapperTests {

	private final TestRedis redis;

	OwnMapperTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void mapperOfTheApplicationIsNotUsed() {
		try (ValueStore store = new ValueStore(this.redis, WebMapper.class)) {
			SetPage page = new SetPage("EMS0", null);
			store.get("page", SetPage.class, () -> page);
			assertThat(payload(store, "page")).isEqualTo("{\"setCode\":\"EMS0\",\"longTitle\":null}");
			assertThat(store.get("page", SetPage.class, () -> null)).isEqualTo(page);
		}
	}

	@Test
	void serializerThatTheCacheNamesIsUsed() {
		try (ValueStore store = new ValueStore(this.redis, WebMapper.class,
				"stampede.caches.values.serializer=texts")) {
			store.get("text", String.class, () -> "as it is");
			assertThat(payload(store, "text")).isEqualTo("as it is");
			assertThat(store.get("text", String.class, () -> "other")).isEqualTo("as it is");
		}
	}

	@Test
	void modulesOfCustomizersWriteTheTypesThatTheyKnow() {
		Money money = new Money("EUR", 990);
		try (ValueStore store = new ValueStore(this.redis, Customized.class)) {
			store.get("money", Money.class, () -> money);
			assertThat(payload(store, "money")).isEqualTo("\"990 EUR\"");
			assertThat(store.get("money", Money.class, () -> null)).isEqualTo(money);
		}
	}

	@Test
	void whatCustomizersDoNotTouchIsWrittenAsBefore() {
		JsonCodecs plain = new JsonCodecs();
		JsonCodecs customized = new JsonCodecs(List.of(new Customized().money(), new Customized().typing()));
		assertThat(StoredValues.all().filter((value) -> value.value() != null)).isNotEmpty().allSatisfy((value) -> {
			Object stored = Objects.requireNonNull(value.value());
			assertThat(customized.codec("values", value.type()).encode(stored))
				.isEqualTo(plain.codec("values", value.type()).encode(stored));
		});
	}

	private static String payload(ValueStore store, String key) {
		byte[] bytes = Objects.requireNonNull(store.bytes(key));
		return new String(bytes, 40, bytes.length - 40, StandardCharsets.UTF_8);
	}

	record SetPage(String setCode, @Nullable String longTitle) {

	}

	/** Cannot be read without help. */
	static final class Money {

		private final String currency;

		private final long cents;

		Money(String currency, long cents) {
			this.currency = currency;
			this.cents = cents;
		}

		static Money parse(String text) {
			String[] parts = text.split(" ", -1);
			return new Money(parts[1], Long.parseLong(parts[0]));
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Money money && money.toString().equals(toString());
		}

		@Override
		public int hashCode() {
			return toString().hashCode();
		}

		@Override
		public String toString() {
			return this.cents + " " + this.currency;
		}

	}

	/**
	 * Customizers, one of them with settings that are never taken over.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Customized {

		@Bean
		StampedeJsonCustomizer money() {
			return (builder) -> builder
				.addModule(new SimpleModule("money").addSerializer(Money.class, ToStringSerializer.instance)
					.addDeserializer(Money.class, new FromStringDeserializer<>(Money.class) {

						@Override
						protected Money _deserialize(String value, DeserializationContext context) {
							return Money.parse(value);
						}

					}));
		}

		@Bean
		StampedeJsonCustomizer typing() {
			return (builder) -> builder.activateDefaultTyping(
					BasicPolymorphicTypeValidator.builder().allowIfSubType(Object.class).build(),
					DefaultTyping.NON_FINAL);
		}

	}

	/**
	 * A mapper for the web: other names, nothing that is null, class names, indented.
	 */
	@Configuration(proxyBeanMethods = false)
	static class WebMapper {

		@Bean
		JsonMapper jsonMapper() {
			return JsonMapper.builder()
				.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
				.enable(SerializationFeature.INDENT_OUTPUT, SerializationFeature.WRAP_ROOT_VALUE)
				.activateDefaultTyping(BasicPolymorphicTypeValidator.builder().build(), DefaultTyping.NON_FINAL)
				.build();
		}

		@Bean
		RedisSerializer<String> texts() {
			return RedisSerializer.string();
		}

	}

}
