package dev.stampede.autoconfigure;

import java.time.Duration;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.GenericJacksonJsonRedisSerializer;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition;
import dev.stampede.store.EntryStore;
import dev.stampede.store.StoreCommand;
import dev.stampede.testing.RedisDriverKind;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that serializers of the application's template have no part in what our scripts
 * answer, with either driver.
 */
@ExtendWith(RedisExtension.class)
class TemplatesOfTheApplicationTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private final TestRedis redis;

	TemplatesOfTheApplicationTests(TestRedis redis) {
		this.redis = redis;
	}

	@ParameterizedTest
	@EnumSource
	void answersOfScriptsAreReadWithoutTheSerializersOfTheTemplate(RedisDriverKind driver) {
		RedisConnectionFactory factory = driver
			.standalone(new RedisStandaloneConfiguration(this.redis.host(), this.redis.port()));
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s")
			.withBean(RedisConnectionFactory.class, () -> factory)
			.withBean("redisTemplate", RedisTemplate.class, () -> json(factory))
			.run((context) -> {
				EntryStore store = context.getBean(EntryStore.class);
				EntryKey key = EntryKey.of("sets", driver.name());
				assertThat(store.execute(new StoreCommand.Acquire(key, "a:1", LONG, 0)).outcome())
					.isEqualTo(Acquisition.Outcome.WON);
				assertThat(store.execute(new StoreCommand.Acquire(key, "b:1", LONG, 0)).outcome())
					.isEqualTo(Acquisition.Outcome.HELD);
				assertThat(store.execute(new StoreCommand.Release(key, "b:1"))).isFalse();
				assertThat(store.execute(new StoreCommand.Renew(key, "b:1", LONG))).isFalse();
				assertThat(store.execute(new StoreCommand.Renew(key, "a:1", LONG))).isTrue();
				assertThat(store.execute(new StoreCommand.Release(key, "a:1"))).isTrue();
				assertThat(store.execute(new StoreCommand.Release(key, "a:1"))).isFalse();
			});
	}

	private static RedisTemplate<Object, Object> json(RedisConnectionFactory factory) {
		RedisTemplate<Object, Object> template = new RedisTemplate<>();
		template.setConnectionFactory(factory);
		template.setDefaultSerializer(GenericJacksonJsonRedisSerializer.builder().build());
		template.afterPropertiesSet();
		return template;
	}

}
