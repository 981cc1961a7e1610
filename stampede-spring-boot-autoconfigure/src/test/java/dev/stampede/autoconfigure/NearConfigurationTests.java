package dev.stampede.autoconfigure;

import java.util.Objects;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

import dev.stampede.StampedeOperations;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.redis.RedisEntryStore;
import dev.stampede.store.StoreState;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The near cache by its properties, in applications on a real Redis.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class NearConfigurationTests {

	private static final String NEAR = "stampede.caches.near.near.ttl=10m";

	private final TestRedis redis;

	private final ApplicationContextRunner contextRunner;

	NearConfigurationTests(TestRedis redis) {
		this.redis = redis;
		this.contextRunner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class, StampedeCacheAutoConfiguration.class))
			.withPropertyValues(redis.properties())
			.withPropertyValues("stampede.defaults.ttl=1h")
			.withBean(EventCounts.class);
	}

	@BeforeEach
	void clear() {
		this.redis.clear();
	}

	@Test
	void evictionInOneApplicationIsSeenInTheOther() {
		this.contextRunner.withPropertyValues(NEAR)
			.run((one) -> this.contextRunner.withPropertyValues(NEAR).run((two) -> {
				keepNear(one, "v1");
				keepNear(two, "v1");
				one.getBean(StampedeOperations.class).evict("near", "key");
				await().until(() -> "v2".equals(get(two, "v2")));
				await().until(() -> "v2".equals(get(one, "none")));
			}));
	}

	@Test
	void fillInOneApplicationIsSeenInTheOther() {
		this.contextRunner.withPropertyValues(NEAR)
			.run((one) -> this.contextRunner.withPropertyValues(NEAR).run((two) -> {
				keepNear(one, "v1");
				keepNear(two, "v1");
				one.getBean(StampedeOperations.class).put("other", "key", "unrelated");
				this.redis.call("DEL", this.redis.key("near::key"));
				this.contextRunner.withPropertyValues(NEAR)
					.run((three) -> assertThat(get(three, "v2")).isEqualTo("v2"));
				await().until(() -> "v2".equals(get(one, "none")));
				await().until(() -> "v2".equals(get(two, "none")));
			}));
	}

	@Test
	void cacheWithoutANearTimeAsksRedisEachTime() {
		this.contextRunner.withPropertyValues("stampede.caches.other.near.ttl=10m").run((context) -> {
			awaitSubscription(context);
			get(context, "v1");
			get(context, "none");
			get(context, "none");
			assertThat(events(context).count("requested.HIT")).isEqualTo(2);
			assertThat(events(context).count("requested.NEAR_HIT")).isZero();
		});
	}

	@Test
	void missingCaffeineStopsTheStartIfANearTimeIsSet() {
		ApplicationContextRunner without = this.contextRunner
			.withClassLoader(new FilteredClassLoader(Caffeine.class.getPackageName()));
		without.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(StampedeEngine.class));
		without.withPropertyValues("stampede.defaults.near.ttl=1s", "stampede.caches.[My.Sets].near.ttl=2s")
			.run((context) -> {
				FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription())
					.startsWith("stampede.caches.[My.Sets].near.ttl and stampede.defaults.near.ttl are set")
					.contains("Caffeine");
				assertThat(analysis.getAction()).contains("com.github.ben-manes.caffeine:caffeine",
						"write stampede.caches.[My.Sets].near.ttl=0 and stampede.defaults.near.ttl=0");
			});
		without.withPropertyValues("stampede.defaults.near.ttl=0", "stampede.caches.[My.Sets].near.ttl=0")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void nearTimeWithoutMessagesIsWarnedOf(CapturedOutput output) {
		this.contextRunner.withPropertyValues(NEAR, "stampede.wake-up=poll").run((context) -> {
			get(context, "v1");
			assertThat(get(context, "none")).isEqualTo("v1");
			assertThat(events(context).count("requested.NEAR_HIT")).isOne();
			assertThat(output).containsOnlyOnce("stampede.wake-up is POLL, so near caches do not hear");
		});
	}

	@Test
	void lookUpsOfOurCacheManagerAreNearHitsToo() {
		this.contextRunner.withPropertyValues(NEAR, "stampede.cache-manager=true")
			.withUserConfiguration(Caching.class)
			.run((context) -> {
				keepNear(context, "v1");
				int before = events(context).count("requested.NEAR_HIT");
				CacheManager manager = context.getBean(CacheManager.class);
				Cache cache = Objects.requireNonNull(manager.getCache("near"));
				assertThat(cache.get("key", String.class)).isEqualTo("v1");
				assertThat(events(context).count("requested.NEAR_HIT")).isEqualTo(before + 1);
			});
	}

	private static void keepNear(ApplicationContext context, String value) {
		awaitSubscription(context);
		await().until(() -> {
			int before = events(context).count("requested.NEAR_HIT");
			assertThat(get(context, value)).isEqualTo(value);
			return events(context).count("requested.NEAR_HIT") > before;
		});
	}

	private static void awaitSubscription(ApplicationContext context) {
		await().until(() -> context.getBean(RedisEntryStore.class).state().wakeUp() == StoreState.WakeUp.SUBSCRIBED);
	}

	private static @Nullable String get(ApplicationContext context, String value) {
		return context.getBean(StampedeOperations.class).get("near", "key", String.class, () -> value);
	}

	private static EventCounts events(ApplicationContext context) {
		return context.getBean(EventCounts.class);
	}

	/** Turns caching on. */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

}
