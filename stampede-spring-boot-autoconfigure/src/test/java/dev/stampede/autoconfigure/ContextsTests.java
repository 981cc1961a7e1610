package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.Advised;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.StampedeConfigurationException;
import dev.stampede.StampedeOperations;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests of several contexts in one JVM: beside, above and after each other, lazy, and
 * with several connection factories.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class ContextsTests {

	private static final String WARNING = "@StampedeProtected does nothing on the beans [prices]";

	private final TestRedis redis;

	private final String id = UUID.randomUUID().toString();

	ContextsTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void contextsBesideEachOtherShareTheEntriesAndNothingElse() {
		ConfigurableApplicationContext first = application(Protection.class, PricesBean.class).run();
		try (ConfigurableApplicationContext second = application(Protection.class, PricesBean.class).run()) {
			assertThat(find(first)).isEqualTo(this.id + 1);
			assertThat(find(second)).isEqualTo(this.id + 1);
			assertThat(first.getBean(StampedeEngine.class)).isNotSameAs(second.getBean(StampedeEngine.class));
			first.close();
			second.getBean(StampedeOperations.class).evict("prices", this.id);
			assertThat(find(second)).isEqualTo(this.id + 1);
			assertThat(find(second)).isEqualTo(this.id + 1);
		}
	}

	@Test
	void closedContextHasClosedItsEngine() {
		ConfigurableApplicationContext context = application(Protection.class, PricesBean.class).run();
		StampedeOperations operations = context.getBean(StampedeOperations.class);
		context.close();
		assertIsClosed(operations);
	}

	@Test
	void contextsThatComeAndGoLeaveNoThreads() {
		Set<Thread> before = threads();
		for (int i = 0; i < 20; i++) {
			try (ConfigurableApplicationContext context = application(Protection.class, PricesBean.class).run()) {
				find(context);
				context.getBean(StampedeOperations.class)
					.<String>getAsync("prices", i, String.class, () -> CompletableFuture.completedFuture("read"))
					.join();
			}
		}
		Awaitility.await("threads to end").atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
			Set<Thread> left = threads();
			left.removeAll(before);
			assertThat(left).isEmpty();
		});
	}

	@Test
	void beansOfParentAndChildShareTheEngineOfTheParent(CapturedOutput output) {
		try (ConfigurableApplicationContext parent = application(Protection.class, PricesBean.class).run()) {
			ConfigurableApplicationContext child = application(Protection.class, PricesBean.class).parent(parent).run();
			assertThat(find(parent)).isEqualTo(this.id + 1);
			assertThat(find(child)).isEqualTo(this.id + 1);
			assertThat(child.getBean(Prices.class)).isNotSameAs(parent.getBean(Prices.class));
			assertThat(((Advised) child.getBean(Prices.class)).getAdvisorCount()).isEqualTo(1);
			assertThat(child.getBean(StampedeEngine.class)).isSameAs(parent.getBean(StampedeEngine.class));
			child.close();
			parent.getBean(StampedeOperations.class).evict("prices", this.id);
			assertThat(find(parent)).isEqualTo(this.id + 2);
			assertThat(find(parent)).isEqualTo(this.id + 2);
		}
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void annotatedBeanOfAChildWithoutProtectionIsWarnedOf(CapturedOutput output) {
		try (ConfigurableApplicationContext parent = application(Protection.class).run();
				ConfigurableApplicationContext child = application(PricesBean.class).parent(parent).run()) {
			assertThat(find(child)).isEqualTo(this.id + 1);
			assertThat(find(child)).isEqualTo(this.id + 2);
			assertThat(output).containsOnlyOnce(WARNING).contains("import StampedeAutoConfiguration there too");
		}
	}

	@Test
	void adviceThatAChildTakesFromItsParentIsWarnedOf(CapturedOutput output) {
		try (ConfigurableApplicationContext parent = application(Protection.class).run();
				ConfigurableApplicationContext child = application(Proxies.class, PricesBean.class).parent(parent)
					.run()) {
			assertThat(find(child)).isEqualTo(this.id + 1);
			assertThat(find(child)).isEqualTo(this.id + 1);
			assertThat(output).doesNotContain(WARNING)
				.containsOnlyOnce("@StampedeProtected on the beans [prices]")
				.contains("is the advice of its parent");
		}
	}

	@Test
	void annotatedBeanOfAParentWithoutProtectionIsWarnedOf(CapturedOutput output) {
		try (ConfigurableApplicationContext parent = application(PricesBean.class).run();
				ConfigurableApplicationContext child = application(Protection.class).parent(parent).run()) {
			assertThat(find(child)).isEqualTo(this.id + 1);
			assertThat(find(child)).isEqualTo(this.id + 2);
			assertThat(output).containsOnlyOnce(WARNING);
		}
	}

	@Test
	void lazyContextProtectsAndClosesItsEngine() {
		ConfigurableApplicationContext context = application(Protection.class, PricesBean.class)
			.lazyInitialization(true)
			.run();
		assertThat(find(context)).isEqualTo(this.id + 1);
		assertThat(find(context)).isEqualTo(this.id + 1);
		StampedeOperations operations = context.getBean(StampedeOperations.class);
		context.close();
		assertIsClosed(operations);
	}

	@Test
	void lazyContextFindsAMisuseOfItsPropertiesAtTheStart() {
		SpringApplicationBuilder application = application(Protection.class).lazyInitialization(true)
			.properties("stampede.defaults.lock-ttl=2m");
		assertThatException().isThrownBy(application::run)
			.havingRootCause()
			.isInstanceOf(StampedeConfigurationException.class);
	}

	@Test
	void entriesAreInTheRedisOfTheNamedConnectionFactory() {
		try (ConfigurableApplicationContext context = application(Protection.class, PricesBean.class, TwoRedis.class)
			.properties("stampede.connection-factory=ours")
			.run()) {
			assertThat(find(context)).isEqualTo(this.id + 1);
			assertThat(this.redis.call("EXISTS", this.redis.key("prices::" + this.id))).isEqualTo(1L);
		}
	}

	@Test
	void readThatOutlivesItsLockIsWarnedOfOnceForEachCache(CapturedOutput output) {
		try (ConfigurableApplicationContext context = application(Protection.class)
			.properties("stampede.caches.slow.lock-ttl=50ms", "stampede.caches.slow.lock-renewal=false")
			.run()) {
			StampedeOperations operations = context.getBean(StampedeOperations.class);
			for (int i = 0; i < 2; i++) {
				String key = this.id + i;
				String lock = "lock:{" + this.redis.key("slow::" + key) + "}";
				assertThat(operations.<String>get("slow", key, String.class, () -> {
					Awaitility.await().until(() -> Long.valueOf(0).equals(this.redis.call("EXISTS", lock)));
					return "read";
				})).isEqualTo("read");
				assertThat(this.redis.call("EXISTS", this.redis.key("slow::" + key))).isEqualTo(0L);
			}
		}
		assertThat(output).containsOnlyOnce("A source read of cache 'slow' took longer than its lock lived");
	}

	// a closed engine reads for its callers and stores nothing
	private void assertIsClosed(StampedeOperations operations) {
		assertThat(operations.<String>get("closed", this.id, String.class, () -> "read")).isEqualTo("read");
		assertThat(this.redis.call("EXISTS", this.redis.key("closed::" + this.id))).isEqualTo(0L);
	}

	private @Nullable String find(ConfigurableApplicationContext context) {
		return context.getBean(Prices.class).find(this.id);
	}

	private SpringApplicationBuilder application(Class<?>... sources) {
		return new SpringApplicationBuilder(sources).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(this.redis.properties())
			.properties("stampede.redis-timeout=5s");
	}

	private static Set<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("stampede-") || thread.getName().startsWith("lettuce-"))
			.collect(Collectors.toSet());
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
			AopAutoConfiguration.class })
	static class Protection {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAspectJAutoProxy(proxyTargetClass = true)
	static class Proxies {

	}

	@Configuration(proxyBeanMethods = false)
	static class PricesBean {

		@Bean
		Prices prices() {
			return new Prices();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoRedis {

		@Bean
		LettuceConnectionFactory other() {
			return new LettuceConnectionFactory("localhost", 1);
		}

		@Bean
		LettuceConnectionFactory ours(Environment environment) {
			return new LettuceConnectionFactory(environment.getRequiredProperty("spring.data.redis.host"),
					environment.getRequiredProperty("spring.data.redis.port", Integer.class));
		}

	}

}
