package dev.stampede.autoconfigure;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;

import dev.stampede.LoserStrategy;
import dev.stampede.OnLose;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.interceptor.StampedeProtectedBeanPostProcessor;
import dev.stampede.interceptor.UnprotectedMethodsReporter;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.redis.StampedeScripts;
import dev.stampede.store.EntryStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link StampedeAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class StampedeAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
				AopAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.port=1");

	@Test
	void contextStartsWithoutRedisAnsweringAndWithoutAWordOfOurs(CapturedOutput output) {
		this.contextRunner.withBean(Prices.class).run((context) -> {
			assertThat(context).hasNotFailed()
				.hasSingleBean(EntryStore.class)
				.hasSingleBean(StampedeEngine.class)
				.hasSingleBean(StampedeOperations.class)
				.hasSingleBean(StampedeProtectedBeanPostProcessor.class);
			assertThat(context.getBeansOfType(LoserStrategy.class)).hasSize(4);
			assertThat(context).hasSingleBean(StampedeScripts.class);
			assertThat(output).doesNotContain("dev.stampede").doesNotContain("not eligible");
		});
	}

	@Test
	void callWithoutRedisReadsTheSource() {
		this.contextRunner.withBean(Prices.class)
			.run((context) -> assertThat(context.getBean(Prices.class).find("a")).isEqualTo("a1"));
	}

	@Test
	void disabledProtectionIsToldOnceAndCallsJustRun(CapturedOutput output) {
		Logger logger = (Logger) LoggerFactory.getLogger(UnprotectedMethodsReporter.class);
		logger.setLevel(Level.INFO);
		this.contextRunner.withPropertyValues("stampede.enabled=false").withBean(Prices.class).run((context) -> {
			assertThat(context).doesNotHaveBean(StampedeEngine.class).doesNotHaveBean(EntryStore.class);
			Prices prices = context.getBean(Prices.class);
			assertThat(prices.find("a")).isEqualTo("a1");
			assertThat(prices.find("a")).isEqualTo("a2");
			assertThat(context.getBean(StampedeOperations.class).<String>get("c", 1, String.class, () -> "read"))
				.isEqualTo("read");
			assertThat(output)
				.containsOnlyOnce("Stampede protection is off, since stampede.enabled is false: 1 methods")
				.doesNotContain("WARN  [main] dev.stampede");
			logger.setLevel(null);
		});
	}

	@Test
	void missingConnectionFactoryIsToldOnceAndCallsJustRun(CapturedOutput output) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class))
			.withBean(Prices.class)
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(StampedeOperations.class);
				assertThat(context.getBean(Prices.class).find("a")).isEqualTo("a1");
				assertThat(output).containsOnlyOnce("Stampede protection is off, since there is no "
						+ "RedisConnectionFactory bean: 1 methods with @StampedeProtected run unprotected");
			});
	}

	@Test
	void missingRedisLibraryIsToldOnceAndCallsJustRun(CapturedOutput output) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader("org.springframework.data", "io.lettuce", "redis.clients"))
			.withBean(Prices.class)
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(StampedeOperations.class);
				assertThat(output).containsOnlyOnce("Spring Data Redis is not on the class path: 1 methods");
			});
	}

	@Test
	void optionalLibrariesMayBeMissing() {
		this.contextRunner
			.withClassLoader(new FilteredClassLoader("redis.clients", "tools.jackson", "reactor.util.context",
					"io.micrometer", "org.springframework.boot.actuate", "org.springframework.boot.health",
					"com.github.benmanes.caffeine", "org.springframework.boot.data.redis.autoconfigure.DataRedisConn"))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(StampedeEngine.class));
	}

	@Test
	void primaryConnectionFactoryIsChosen() {
		factories().withUserConfiguration(TwoFactories.class)
			.withBean("third", RedisConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1),
					(definition) -> definition.setPrimary(true))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(StampedeEngine.class));
	}

	@Test
	void namedConnectionFactoryIsChosen() {
		factories().withUserConfiguration(TwoFactories.class)
			.withPropertyValues("stampede.connection-factory=second")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(StampedeEngine.class));
	}

	@Test
	void severalConnectionFactoriesWithoutANameStopTheStart() {
		factories().withUserConfiguration(TwoFactories.class)
			.run((context) -> assertThat(Failures.analyze(context.getStartupFailure())).satisfies((analysis) -> {
				assertThat(analysis.getDescription()).contains("[first, second]");
				assertThat(analysis.getAction()).contains("stampede.connection-factory").contains("@Primary");
			}));
	}

	@Test
	void unknownNameOfAConnectionFactoryStopsTheStart() {
		this.contextRunner.withPropertyValues("stampede.connection-factory=nope")
			.run((context) -> assertThat(Failures.analyze(context.getStartupFailure())).satisfies((analysis) -> {
				assertThat(analysis.getDescription()).contains("'nope'");
				assertThat(analysis.getAction()).contains("stampede.connection-factory=redisConnectionFactory");
			}));
	}

	@Test
	void beansOfTheApplicationReplaceOurs() {
		PolicyResolver policies = PolicyResolver.builtIn();
		StampedeOperations operations = mock(StampedeOperations.class);
		StampedeEngine engine = mock(StampedeEngine.class);
		this.contextRunner.withBean(PolicyResolver.class, () -> policies)
			.withBean(StampedeOperations.class, () -> operations)
			.withBean(StampedeEngine.class, () -> engine)
			.withBean("stampedeExecutor", Executor.class, () -> Runnable::run)
			.run((context) -> {
				assertThat(context.getBean(PolicyResolver.class)).isSameAs(policies);
				assertThat(context.getBean(StampedeOperations.class)).isSameAs(operations);
				assertThat(context.getBean(StampedeEngine.class)).isSameAs(engine);
				assertThat(context).hasNotFailed();
			});
	}

	@Test
	void storeOfTheApplicationNeedsNoRedis() {
		EntryStore store = mock(EntryStore.class);
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class))
			.withBean(EntryStore.class, () -> store)
			.run((context) -> assertThat(context).hasSingleBean(StampedeEngine.class)
				.getBean(EntryStore.class)
				.isSameAs(store));
	}

	@Test
	void strategyOfTheSameNameReplacesTheBuiltInOne() {
		LoserStrategy own = LoserStrategy.builtIn(OnLose.POLL);
		this.contextRunner.withBean("pollLoserStrategy", LoserStrategy.class, () -> own).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBeansOfType(LoserStrategy.class)).hasSize(4).containsEntry("pollLoserStrategy", own);
		});
	}

	@Test
	void twoStrategiesForOneConstantStopTheStart() {
		this.contextRunner.withBean("myStrategy", LoserStrategy.class, () -> LoserStrategy.builtIn(OnLose.SERVE_STALE))
			.run((context) -> assertThat(Failures.analyze(context.getStartupFailure())).satisfies((analysis) -> {
				assertThat(analysis.getDescription()).contains("SERVE_STALE")
					.contains("'myStrategy'")
					.contains("'serveStaleLoserStrategy'");
				assertThat(analysis.getAction()).contains("name yours 'serveStaleLoserStrategy'");
			}));
	}

	@Test
	void ourThreadsAndTemplatesAreNoCandidatesForTheApplication() {
		this.contextRunner
			.withConfiguration(
					AutoConfigurations.of(TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class))
			.withUserConfiguration(Scheduling.class)
			.run((context) -> {
				assertThat(context).hasBean("applicationTaskExecutor").hasBean("taskScheduler");
				assertThat(context.getBeanProvider(TaskScheduler.class).getIfUnique()).isNotNull();
				assertThat(context.getBean(Injected.class).scheduler).isNull();
				assertThat(context).hasSingleBean(StringRedisTemplate.class).hasBean("redisTemplate");
				assertThat(context.getBean(Injected.class).template).isSameAs(context.getBean("redisTemplate"));
			});
	}

	@Test
	void executorOfTheApplicationStaysTheOnlyOneOfItsType() {
		this.contextRunner.withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
			.run((context) -> assertThat(context.getBean(Executor.class))
				.isSameAs(context.getBean("applicationTaskExecutor")));
	}

	@Test
	void engineIsClosedAfterTheWebServerAndBeforeConnections() {
		assertThat(EngineShutdown.PHASE).isLessThan(SmartLifecycle.DEFAULT_PHASE - 2048)
			.isGreaterThan(new LettuceConnectionFactory("localhost", 1).getPhase());
		StampedeEngine engine = mock(StampedeEngine.class);
		this.contextRunner.withBean(StampedeEngine.class, () -> engine).run((context) -> {
			context.getSourceApplicationContext().stop();
			then(engine).shouldHaveNoInteractions();
			context.getSourceApplicationContext().start();
			context.getSourceApplicationContext().close();
			then(engine).should(atLeastOnce()).close();
		});
	}

	@Test
	void proxyIsOfTheKindThatTheApplicationWants() {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, AopAutoConfiguration.class))
			.withBean(EntryStore.class, () -> mock(EntryStore.class))
			.withBean(FinderService.class);
		runner.run((context) -> assertThat(context).hasSingleBean(FinderService.class)
			.getBean(Finder.class)
			.matches(AopUtils::isCglibProxy));
		runner.withPropertyValues("spring.aop.proxy-target-class=false")
			.run((context) -> assertThat(context).doesNotHaveBean(FinderService.class)
				.getBean(Finder.class)
				.matches(AopUtils::isJdkDynamicProxy));
	}

	@Test
	void postProcessorIsInfrastructure() {
		this.contextRunner.run((context) -> {
			BeanDefinition definition = context.getSourceApplicationContext()
				.getBeanFactory()
				.getBeanDefinition("stampedeProtectedBeanPostProcessor");
			assertThat(definition.getRole()).isEqualTo(BeanDefinition.ROLE_INFRASTRUCTURE);
		});
	}

	@Test
	void policyIsResolvedFromDefaultsAnnotationAndSection() {
		this.contextRunner
			.withPropertyValues("stampede.defaults.lock-ttl=4000", "stampede.defaults.ttl=1m",
					"stampede.defaults.stale-ttl=2m", "stampede.caches.prices.stale-ttl=3m",
					"stampede.caches.[a.b::c].ttl=1", "stampede.caches.[a.b].ttl=500ms")
			.run((context) -> assertThat(context).hasFailed());
		this.contextRunner
			.withPropertyValues("stampede.defaults.lock-ttl=4000", "stampede.defaults.ttl=PT1M",
					"stampede.defaults.stale-ttl=2m", "stampede.caches.prices.stale-ttl=3m",
					"stampede.caches.[a.b].ttl=500ms", "stampede.caches.[a.b].on-lose=serve_stale,FailFast")
			.run((context) -> {
				StampedePolicy prices = policy(context, "prices");
				assertThat(prices.lockTtl()).hasSeconds(4);
				assertThat(prices.ttl()).hasMinutes(1);
				assertThat(prices.staleTtl()).hasMinutes(3);
				assertThat(prices.staleIfErrorTtl()).hasMinutes(3);
				assertThat(prices.waitTimeout()).hasSeconds(5);
				StampedePolicy dotted = policy(context, "a.b");
				assertThat(dotted.ttl()).hasMillis(500);
				assertThat(dotted.onLose()).containsExactly(OnLose.SERVE_STALE, OnLose.FAIL_FAST);
				assertThat(dotted.lockTtl()).hasSeconds(4);
			});
	}

	@Test
	void shortWaitIsWarnedOfOnce(CapturedOutput output) {
		this.contextRunner.withPropertyValues("stampede.caches.prices.wait-timeout=100ms")
			.withBean(Prices.class)
			.run((context) -> {
				policy(context, "prices");
				assertThat(output).containsOnlyOnce("Losers of cache 'prices' wait 100ms at most");
			});
	}

	@Test
	void sectionWithoutAMethodIsWarnedOfWithNearNames(CapturedOutput output) {
		this.contextRunner
			.withPropertyValues("stampede.caches.prizes.ttl=1s", "stampede.caches.other.ttl=1s",
					"stampede.caches.prices.stale-ttl=1s")
			.withBean(Prices.class)
			.run((context) -> assertThat(output).containsOnlyOnce("No protected or cached method bears the name")
				.contains("'other'; 'prizes' (did you mean prices?)"));
	}

	private static StampedePolicy policy(ApplicationContext context, String cacheName) {
		return context.getBean(PolicyResolver.class).resolve(cacheName, PolicySettings.none());
	}

	private static ApplicationContextRunner factories() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class));
	}

	@Configuration(proxyBeanMethods = false)
	static class TwoFactories {

		@Bean
		LettuceConnectionFactory first() {
			return new LettuceConnectionFactory("localhost", 1);
		}

		@Bean
		LettuceConnectionFactory second() {
			return new LettuceConnectionFactory("localhost", 2);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

		@Bean
		Injected injected(ObjectProvider<ScheduledExecutorService> scheduler, RedisTemplate<Object, Object> template) {
			return new Injected(scheduler.getIfAvailable(), template);
		}

	}

	interface Finder {

		String find(String id);

	}

	static class FinderService implements Finder {

		@Override
		@StampedeProtected
		public String find(String id) {
			return id;
		}

	}

	record Injected(@Nullable ScheduledExecutorService scheduler, RedisTemplate<Object, Object> template) {

	}

}
