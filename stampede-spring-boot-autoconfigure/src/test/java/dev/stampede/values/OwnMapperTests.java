package dev.stampede.values;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.serializer.RedisSerializer;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

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

	private static String payload(ValueStore store, String key) {
		byte[] bytes = Objects.requireNonNull(store.bytes(key));
		return new String(bytes, 40, bytes.length - 40, StandardCharsets.UTF_8);
	}

	record SetPage(String setCode, @Nullable String longTitle) {

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
