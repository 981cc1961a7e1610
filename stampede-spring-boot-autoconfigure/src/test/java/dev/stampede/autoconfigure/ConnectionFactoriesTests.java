package dev.stampede.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.Callable;

import org.aopalliance.intercept.MethodInterceptor;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.LifecycleProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.store.EntryStore;
import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.RedisRights;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Connection factories as applications have them, and contexts that stop and start.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class ConnectionFactoriesTests {

	private final TestRedis redis;

	private final String client = "app-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner;

	ConnectionFactoriesTests(TestRedis redis) {
		this.redis = redis;
		this.contextRunner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues(redis.properties())
			.withPropertyValues("spring.data.redis.client-name=" + this.client)
			.withBean(Prices.class);
	}

	@Test
	void stoppedContextHasNoConnectionAndAStartedOneHasThemAll() {
		this.contextRunner.run((context) -> {
			EntryStore store = context.getBean(EntryStore.class);
			until(() -> store.state().wakeUp() == WakeUp.SUBSCRIBED);
			assertShared(context);
			assertThat(connections()).isGreaterThan(1);
			context.stop();
			until(() -> connections() == 0);
			assertThat(context.getBean(Prices.class).find("while it is stopped")).startsWith("while");
			assertThat(connections()).isZero();
			context.start();
			until(() -> store.state().wakeUp() == WakeUp.SUBSCRIBED);
			assertShared(context);
		});
	}

	@Test
	void stoppedContextOverJedisHasNoConnection() {
		this.contextRunner.withPropertyValues("spring.data.redis.client-type=jedis").run((context) -> {
			EntryStore store = context.getBean(EntryStore.class);
			until(() -> store.state().wakeUp() == WakeUp.SUBSCRIBED);
			assertShared(context);
			context.stop();
			until(() -> connections() == 0);
			context.start();
			until(() -> store.state().wakeUp() == WakeUp.SUBSCRIBED);
			assertShared(context);
		});
	}

	@Test
	void contextThatIsNotStartedAsInATrainingRunDialsNothing() {
		this.contextRunner.withBean("lifecycleProcessor", LifecycleProcessor.class, NeverStarted::new)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				Thread[] threads = new Thread[Thread.activeCount() + 10];
				int count = Thread.enumerate(threads);
				assertThat(Arrays.stream(threads, 0, count).map(Thread::getName)).doesNotContain("stampede-connect",
						"stampede-subscriber");
				assertThat(connections()).isZero();
			});
	}

	@Test
	void mockOfALettuceFactoryIsNoReasonNotToStart(CapturedOutput output) {
		this.contextRunner.withBean(LettuceConnectionFactory.class, () -> mock(LettuceConnectionFactory.class))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(Prices.class).find("a")).isEqualTo("a1");
				assertThat(context.getBean(Prices.class).find("a")).isEqualTo("a2");
				assertThat(output).containsOnlyOnce("such as a mock");
			});
	}

	@Test
	void userOfAUrlIsKept(CapturedOutput output) {
		RedisRights.grant(this.redis.keyPrefix(), this.redis::call);
		try {
			this.contextRunner.withBean(LettuceConnectionFactory.class, this::fromUrl).run((context) -> {
				assertShared(context);
				assertThat(output).contains("does not tell its user").doesNotContain("WRONGPASS");
			});
		}
		finally {
			this.redis.call("ACL", "DELUSER", RedisRights.USER);
		}
	}

	@Test
	void subclassedAndProxiedFactoriesServe() {
		this.contextRunner.withBean(RedisConnectionFactory.class, this::proxied).run((context) -> {
			until(() -> context.getBean(EntryStore.class).state().wakeUp() == WakeUp.SUBSCRIBED);
			assertShared(context);
		});
	}

	@Test
	void secondFactoryThatIsNoDefaultCandidateIsLeftAlone() {
		this.contextRunner.withUserConfiguration(Audit.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBeansOfType(RedisConnectionFactory.class)).hasSize(2);
			assertShared(context);
		});
	}

	private LettuceConnectionFactory fromUrl() {
		return new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration("redis://"
				+ RedisRights.USER + ":" + RedisRights.PASSWORD + "@" + this.redis.host() + ":" + this.redis.port()));
	}

	private RedisConnectionFactory proxied() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(this.redis.host(), this.redis.port());
		factory.afterPropertiesSet();
		ProxyFactory proxy = new ProxyFactory(factory);
		proxy.addAdvice((MethodInterceptor) (invocation) -> invocation.proceed());
		return (RedisConnectionFactory) proxy.getProxy();
	}

	private static void assertShared(ApplicationContext context) {
		Prices prices = context.getBean(Prices.class);
		String id = UUID.randomUUID().toString();
		String first = prices.find(id);
		assertThat(prices.find(id)).isEqualTo(first);
	}

	private long connections() {
		Object list = this.redis.call("CLIENT", "LIST");
		return text(list).lines().filter((line) -> line.contains("name=" + this.client + " ")).count();
	}

	private static String text(@Nullable Object reply) {
		return (reply instanceof byte[] bytes) ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(reply);
	}

	private static void until(Callable<Boolean> condition) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20)).until(condition);
	}

	/** Ends before it starts anything. */
	private static final class NeverStarted extends DefaultLifecycleProcessor {

		@Override
		public void onRefresh() {
		}

	}

	/** Another server, for other purposes. */
	@Configuration(proxyBeanMethods = false)
	static class Audit {

		@Bean(defaultCandidate = false)
		@Qualifier("audit")
		LettuceConnectionFactory auditConnectionFactory() {
			return new LettuceConnectionFactory("localhost", 1);
		}

	}

}
