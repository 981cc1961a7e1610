package dev.stampede.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.spring6.circuitbreaker.configure.CircuitBreakerConfiguration;
import io.github.resilience4j.spring6.circuitbreaker.configure.CircuitBreakerConfigurationProperties;
import io.github.resilience4j.spring6.fallback.configure.FallbackConfiguration;
import io.github.resilience4j.spring6.retry.configure.RetryConfiguration;
import io.github.resilience4j.spring6.retry.configure.RetryConfigurationProperties;
import io.github.resilience4j.spring6.spelresolver.configure.SpelResolverConfiguration;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.validation.annotation.Validated;

import dev.stampede.StampedeProtected;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The place of protection among the advice of an application, with the libraries that
 * applications use.
 */
@ExtendWith(RedisExtension.class)
class OrderOfAdviceTests {

	private final TestRedis redis;

	OrderOfAdviceTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void clear() {
		this.redis.clear();
	}

	@Test
	void argumentsAreValidatedOnAHit() {
		application(Prices.class).withUserConfiguration(Transactions.class).run((context) -> {
			Prices prices = context.getBean(Prices.class);
			assertThat(prices.validated("a", 1)).isEqualTo("a 1");
			assertThat(prices.validated("a", 1)).isEqualTo("a 1");
			assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> prices.validated("a", -1));
			assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> prices.trimmed(""));
			assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> prices.unprotected(""));
			assertThat(context.getBean(Transactions.class).events).containsExactly("begin", "commit");
		});
	}

	@Test
	void aspectOfHigherPrecedenceRunsForEachCallAndBeforeTheKeyIsMade() {
		application(TenantPrices.class).withUserConfiguration(Tenants.class).run((context) -> {
			TenantPrices prices = context.getBean(TenantPrices.class);
			for (int i = 0; i < 2; i++) {
				assertThat(prices.find("red", 7)).isEqualTo("red 7");
				assertThat(prices.find("blue", 7)).isEqualTo("blue 7");
			}
			assertThat(prices.reads()).hasValue(2);
			assertThat(context.getBean(TenantAspect.class).calls).hasValue(4);
		});
	}

	@Test
	void attemptsAreMadeUnderTheLock() {
		application(Flaky.class).withUserConfiguration(Resilience.class, Security.class).run((context) -> {
			Flaky flaky = context.getBean(Flaky.class);
			assertThat(as("admin", () -> flaky.retried("a"))).isEqualTo("attempt 2");
			assertThat(as("admin", () -> flaky.retried("a"))).isEqualTo("attempt 2");
			assertThatExceptionOfType(AccessDeniedException.class)
				.isThrownBy(() -> as("guest", () -> flaky.retried("a")));
			assertThat(as("admin", () -> flaky.retriedAlone())).isEqualTo("attempt 2");
			assertThatTheSourceWasReadOnce(context.getBean(EventCounts.class));
		});
	}

	@Test
	void asynchronousExecutionIsInsideOfProtectionAndAuthorizationOutside() {
		application(Background.class).withUserConfiguration(Asynchronous.class, Security.class).run((context) -> {
			Background background = context.getBean(Background.class);
			CompletableFuture<String> first = as("admin", () -> background.find("a"));
			assertThat(first).succeedsWithin(10, TimeUnit.SECONDS).asString().startsWith("task-");
			CompletableFuture<String> hit = as("admin", () -> background.find("a"));
			assertThat(hit).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(first.join());
			assertThatExceptionOfType(AccessDeniedException.class)
				.isThrownBy(() -> as("guest", () -> background.find("a")));
			assertThat(background.reads()).hasValue(1);
			assertThat(background.unprotected()).succeedsWithin(10, TimeUnit.SECONDS).asString().startsWith("task-");
		});
	}

	@Test
	void attemptsOfResilience4jAreMadeUnderTheLock() {
		application(Flaky.class).withUserConfiguration(Resilience4j.class).run((context) -> {
			Flaky flaky = context.getBean(Flaky.class);
			assertThat(flaky.retriedByResilience4j("a")).isEqualTo("attempt 2");
			assertThat(flaky.retriedByResilience4j("a")).isEqualTo("attempt 2");
			assertThatTheSourceWasReadOnce(context.getBean(EventCounts.class));
		});
	}

	@Test
	void fallbackOfACircuitBreakerIsWhatTheSourceGave() {
		application(Flaky.class).withUserConfiguration(Resilience4j.class).run((context) -> {
			Flaky flaky = context.getBean(Flaky.class);
			assertThat(flaky.broken("a")).isEqualTo("fallback");
			assertThat(flaky.broken("a")).isEqualTo("fallback");
			assertThat(flaky.keptOut("a")).isEqualTo("fallback");
			assertThat(flaky.keptOut("a")).isEqualTo("fallback");
			assertThat(flaky.attempts()).hasValue(3);
		});
	}

	@Test
	void cacheInterceptorIsInsideWhateverItsOrder() {
		application(CachedPrices.class).withUserConfiguration(EarlyCaching.class).run((context) -> {
			CachedPrices prices = context.getBean(CachedPrices.class);
			long start = System.nanoTime();
			assertThat(prices.find("a")).isEqualTo("a 1");
			assertThat(prices.find("a")).isEqualTo("a 1");
			assertThat(prices.unprotected("a")).isEqualTo(prices.unprotected("a"));
			assertThatTheSourceWasReadOnce(context.getBean(EventCounts.class));
			assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MILLISECONDS.toNanos(450));
		});
	}

	private static void assertThatTheSourceWasReadOnce(EventCounts events) {
		assertThat(events.count("sourceRead.SUCCESS")).isEqualTo(1);
		assertThat(events.count("sourceRead.FAILURE")).isZero();
	}

	private static <T> T as(String name, Callable<T> call) throws Exception {
		SecurityContextHolder.getContext()
			.setAuthentication(new TestingAuthenticationToken(name, "", "ROLE_" + name.toUpperCase(Locale.ROOT)));
		try {
			return call.call();
		}
		finally {
			SecurityContextHolder.clearContext();
		}
	}

	private ApplicationContextRunner application(Class<?> bean) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class, ValidationAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withBean(EventCounts.class)
			.withBean(bean);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableMethodSecurity
	static class Security {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class Asynchronous {

		@Bean
		SimpleAsyncTaskExecutor taskExecutor() {
			return new SimpleAsyncTaskExecutor("task-");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableResilientMethods
	static class Resilience {

	}

	@Configuration(proxyBeanMethods = false)
	@Import({ CircuitBreakerConfiguration.class, RetryConfiguration.class, FallbackConfiguration.class,
			SpelResolverConfiguration.class })
	static class Resilience4j {

		@Bean
		CircuitBreakerConfigurationProperties circuitBreakerProperties() {
			return new CircuitBreakerConfigurationProperties();
		}

		@Bean
		RetryConfigurationProperties retryProperties() {
			return new RetryConfigurationProperties();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(order = 0)
	static class EarlyCaching {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = 0)
	static class Transactions extends AbstractPlatformTransactionManager {

		final List<String> events = new ArrayList<>();

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			this.events.add("begin");
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			this.events.add("commit");
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			this.events.add("rollback");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(TenantAspect.class)
	static class Tenants implements Supplier<String> {

		private final ThreadLocal<@Nullable String> current = new ThreadLocal<>();

		@Bean
		Tenants tenants() {
			return this;
		}

		@Override
		public String get() {
			return String.valueOf(this.current.get());
		}

	}

	/** Sets the tenant for each call. */
	@Aspect
	@Order(-1000)
	static class TenantAspect {

		private final Tenants tenants;

		final AtomicInteger calls = new AtomicInteger();

		TenantAspect(Tenants tenants) {
			this.tenants = tenants;
		}

		@Around("execution(* *..TenantPrices.find(..))")
		Object bind(ProceedingJoinPoint call) throws Throwable {
			this.calls.incrementAndGet();
			this.tenants.current.set((String) call.getArgs()[0]);
			try {
				return call.proceed();
			}
			finally {
				this.tenants.current.remove();
			}
		}

	}

	static class TenantPrices {

		private final AtomicInteger reads = new AtomicInteger();

		private final Tenants tenants;

		TenantPrices(Tenants tenants) {
			this.tenants = tenants;
		}

		AtomicInteger reads() {
			return this.reads;
		}

		@StampedeProtected(cacheName = "tenants", key = "@tenants.get() + #id")
		String find(String tenant, int id) {
			this.reads.incrementAndGet();
			return this.tenants.get() + " " + id;
		}

	}

	@Validated
	static class Prices {

		@Transactional
		@StampedeProtected(cacheName = "validated", key = "#id")
		String validated(String id, @Positive int count) {
			return id + " " + count;
		}

		@StampedeProtected(cacheName = "trimmed", key = "#id.trim()")
		String trimmed(@Size(min = 1) String id) {
			return id;
		}

		String unprotected(@Size(min = 1) String id) {
			return id;
		}

	}

	static class Background {

		private final AtomicInteger reads = new AtomicInteger();

		@Async
		@PreAuthorize("hasRole('ADMIN')")
		@StampedeProtected(cacheName = "background")
		CompletableFuture<String> find(String id) {
			this.reads.incrementAndGet();
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

		AtomicInteger reads() {
			return this.reads;
		}

		@Async
		CompletableFuture<String> unprotected() {
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

	}

	static class Flaky {

		private final AtomicInteger attempts = new AtomicInteger();

		@Retryable(maxRetries = 2, delay = 1)
		@ConcurrencyLimit(1)
		@PreAuthorize("hasRole('ADMIN')")
		@StampedeProtected(cacheName = "retried")
		String retried(String id) {
			return attempt();
		}

		@Retryable(maxRetries = 2, delay = 1)
		String retriedAlone() {
			if (this.attempts.incrementAndGet() % 2 == 1) {
				throw new IllegalStateException("attempt");
			}
			return "attempt 2";
		}

		AtomicInteger attempts() {
			return this.attempts;
		}

		@Retry(name = "prices")
		@StampedeProtected(cacheName = "resilience4j")
		String retriedByResilience4j(String id) {
			return attempt();
		}

		@CircuitBreaker(name = "prices", fallbackMethod = "fallback")
		@StampedeProtected(cacheName = "broken")
		String broken(String id) {
			this.attempts.incrementAndGet();
			throw new IllegalStateException("down");
		}

		@CircuitBreaker(name = "prices", fallbackMethod = "fallback")
		@StampedeProtected(cacheName = "keptout", unless = "#result == 'fallback'")
		String keptOut(String id) {
			this.attempts.incrementAndGet();
			throw new IllegalStateException("down");
		}

		String fallback(String id, Throwable reason) {
			return "fallback";
		}

		private String attempt() {
			int attempt = this.attempts.incrementAndGet();
			if (attempt < 2) {
				throw new IllegalStateException("attempt " + attempt);
			}
			return "attempt " + attempt;
		}

	}

	static class CachedPrices {

		private final AtomicInteger reads = new AtomicInteger();

		@StampedeProtected
		@Cacheable("prices")
		String find(String id) {
			return id + " " + this.reads.incrementAndGet();
		}

		@Cacheable("others")
		String unprotected(String id) {
			return id + " " + this.reads.incrementAndGet();
		}

	}

}
