package dev.stampede.cache;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.EventLoopGroupProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import reactor.core.publisher.Mono;

import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of sources that answer on an event loop of the application's Lettuce, which has
 * but one, so that whatever waits there for Redis on the same loop waits in vain.
 */
@ExtendWith(RedisExtension.class)
class EventLoopCallersTests {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	private final TestRedis redis;

	private final String id = UUID.randomUUID().toString();

	private @Nullable ConfigurableApplicationContext context;

	EventLoopCallersTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void start() {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(this.redis.properties())
			.properties("stampede.cache-manager=true", "stampede.redis-timeout=2s")
			.run();
		source("one");
	}

	@AfterEach
	void stop() {
		if (this.context != null) {
			EventLoopGroupProvider loops = this.context.getBean(ClientResources.class).eventLoopGroupProvider();
			this.context.close();
			loops.shutdown(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
		}
	}

	@Test
	void cacheableStoresWhatItRead() {
		assertThat(prices().find(source()).block(LIMIT)).isEqualTo("one");
		assertThat(this.redis.call("EXISTS", entry())).isEqualTo(1L);
		source("two");
		assertThat(prices().find(source()).block(LIMIT)).isEqualTo("one");
	}

	@Test
	void cachePutReplacesTheEntry() {
		assertThat(prices().find(source()).block(LIMIT)).isEqualTo("one");
		source("two");
		assertThat(prices().replace(source()).block(LIMIT)).isEqualTo("two");
		assertThat(prices().find(source()).block(LIMIT)).isEqualTo("two");
	}

	@Test
	void cacheEvictRemovesTheEntry() {
		assertThat(prices().find(source()).block(LIMIT)).isEqualTo("one");
		assertThat(prices().forget(source()).block(LIMIT)).isTrue();
		assertThat(this.redis.call("EXISTS", entry())).isEqualTo(0L);
	}

	private LoopPrices prices() {
		return Objects.requireNonNull(this.context).getBean(LoopPrices.class);
	}

	private String source() {
		return this.redis.key("source:" + this.id);
	}

	private void source(String value) {
		this.redis.call("SET", source(), value);
	}

	private String entry() {
		return this.redis.key("loops::" + source());
	}

	/** A source in the Redis of the application. */
	static class LoopPrices {

		private final ReactiveStringRedisTemplate template;

		LoopPrices(ReactiveStringRedisTemplate template) {
			this.template = template;
		}

		@Cacheable("loops")
		Mono<String> find(String key) {
			return this.template.opsForValue().get(key);
		}

		@CachePut("loops")
		Mono<String> replace(String key) {
			return this.template.opsForValue().get(key);
		}

		@CacheEvict("loops")
		Mono<Boolean> forget(String key) {
			return this.template.hasKey(key);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	static class Application {

		@Bean(destroyMethod = "shutdown")
		ClientResources lettuceClientResources() {
			return ClientResources.builder().eventLoopGroupProvider(new DefaultEventLoopGroupProvider(1)).build();
		}

		@Bean
		LoopPrices loopPrices(ReactiveStringRedisTemplate template) {
			return new LoopPrices(template);
		}

	}

}
