package dev.stampede.autoconfigure;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopContext;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

import dev.stampede.StampedeConfigurationException;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.cache.PooledTransactionManager;
import dev.stampede.event.StampedeListener;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Protected beans that others, or they themselves, refer to before they are ready, and
 * beans that there are several of.
 */
@ExtendWith(RedisExtension.class)
class CircularBeansTests {

	private final TestRedis redis;

	CircularBeansTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void clear() {
		this.redis.clear();
	}

	@AfterEach
	void nobody() {
		SecurityContextHolder.clearContext();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void beanInACycleIsProtectedForWhoeverNeedsIt(boolean transactional) {
		ApplicationContextRunner application = application().withBean("a", Third.class)
			.withBean("b", Catalogue.class)
			.withBean("c", Shop.class);
		(transactional ? application.withUserConfiguration(Transactions.class) : application).run((context) -> {
			Catalogue catalogue = context.getBean(Catalogue.class);
			assertThat(context.getBean(Third.class).catalogue).isSameAs(catalogue);
			assertThat(context.getBean(Shop.class).catalogue).isSameAs(catalogue);
			assertThat(context.getBean(Shop.class).price()).isEqualTo("price 1");
			assertThat(context.getBean(Third.class).price()).isEqualTo("price 1");
		});
	}

	@Test
	void beanThatInjectsItselfIsProtectedAgainstItself() {
		application().withBean(Self.class).run((context) -> {
			Self self = context.getBean(Self.class);
			assertThat(self.byItself()).isEqualTo("price 1");
			assertThat(self.byItself()).isEqualTo("price 1");
		});
	}

	@Test
	void protectedBeansInACycleAreProtectedInEachOther() {
		application().withBean(Left.class).withBean(Right.class).run((context) -> {
			Left left = context.getBean(Left.class);
			Right right = context.getBean(Right.class);
			assertThat(left.ofRight()).isEqualTo(left.ofRight()).isEqualTo("right 1");
			assertThat(right.ofLeft()).isEqualTo(right.ofLeft()).isEqualTo("left 1");
		});
	}

	@Test
	void earlyReferenceStandsBehindAuthorizationAndBeforeCaching() {
		application().withUserConfiguration(LateSecurity.class)
			.withBean("a", Payslips.class)
			.withBean("b", Office.class)
			.withBean(EventCounts.class)
			.run((context) -> {
				Payslips early = context.getBean(Office.class).payslips;
				assertThat(AopUtils.isAopProxy(early)).isTrue();
				assertThat(as("admin", () -> early.find("7"))).isEqualTo("payslip 1");
				assertThat(as("admin", () -> early.find("7"))).isEqualTo("payslip 1");
				assertThatExceptionOfType(AccessDeniedException.class)
					.isThrownBy(() -> as("guest", () -> early.find("7")));
				assertThat(as("admin", () -> early.cached("7"))).isEqualTo("payslip 2");
				assertThat(context.getBean(EventCounts.class).count("sourceRead.SUCCESS")).isEqualTo(2);
			});
	}

	@Test
	void prototypeBeansShareTheEntriesOfTheirName() {
		application()
			.withBean(Catalogue.class, () -> new Catalogue(),
					(definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE))
			.run((context) -> {
				Catalogue first = context.getBean(Catalogue.class);
				Catalogue second = context.getBean(Catalogue.class);
				assertThat(first).isNotSameAs(second);
				assertThat(first.price("a")).isEqualTo(second.price("a")).isEqualTo("price 1");
			});
	}

	@Test
	void twoAutoProxyCreatorsAdviseOnce() {
		application().withUserConfiguration(TwoCreators.class)
			.withBean(EventCounts.class)
			.withBean(Catalogue.class)
			.withBean(Shop.class)
			.run((context) -> {
				assertThat(context.getBean(Shop.class).price()).isEqualTo("price 1");
				assertThat(context.getBean(Shop.class).price()).isEqualTo("price 1");
				assertThat(advices(context.getBean(Shop.class).catalogue)).isEqualTo(1);
			});
	}

	private static long advices(@Nullable Object bean) {
		return (bean instanceof Advised advised)
				? advices(AopProxyUtils.getSingletonTarget(bean)) + Arrays.stream(advised.getAdvisors())
					.filter((advisor) -> advisor.getClass().getPackageName().equals("dev.stampede.interceptor"))
					.count()
				: 0;
	}

	@Test
	void currentProxyIsKnownOnTheThreadOfTheCallerAlone() {
		application().withUserConfiguration(ExposedProxies.class).withBean(Exposed.class).run((context) -> {
			Exposed exposed = context.getBean(Exposed.class);
			assertThat(exposed.find("a")).isEqualTo("inner a");
			assertThat(exposed.future("a")).failsWithin(10, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingRootCause()
				.isInstanceOf(IllegalStateException.class)
				.withMessageContaining("Cannot find current proxy");
			assertThat(exposed.futureByItself("a")).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo("inner a");
		});
	}

	@Test
	void listenerThatNeedsOperationsIsToldWhatToDo() {
		application().withAllowCircularReferences(false)
			.withBean(Catalogue.class)
			.withBean(NeedsOperations.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(StampedeConfigurationException.class,
						(ex) -> assertThat(ex.getAction()).contains("ObjectProvider<StampedeOperations>")));
		application().withAllowCircularReferences(false)
			.withBean(AsksLater.class)
			.run((context) -> assertThat(context).hasNotFailed());
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

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner().withAllowCircularReferences(true)
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Transactions {

		@Bean
		PlatformTransactionManager transactionManager() {
			return new PooledTransactionManager(1);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableMethodSecurity(offset = Integer.MAX_VALUE - 700)
	@EnableCaching(order = 0)
	static class LateSecurity {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoCreators {

		@Bean
		static DefaultAdvisorAutoProxyCreator creator() {
			DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
			creator.setProxyTargetClass(true);
			return creator;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAspectJAutoProxy(exposeProxy = true)
	static class ExposedProxies {

	}

	static class Exposed {

		@Autowired
		Exposed self;

		String inner(String id) {
			return "inner " + id;
		}

		@StampedeProtected
		String find(String id) {
			return ((Exposed) AopContext.currentProxy()).inner(id);
		}

		@StampedeProtected
		CompletableFuture<String> future(String id) {
			return CompletableFuture.completedFuture(((Exposed) AopContext.currentProxy()).inner(id));
		}

		@StampedeProtected
		CompletableFuture<String> futureByItself(String id) {
			return CompletableFuture.completedFuture(this.self.inner(id));
		}

	}

	static class NeedsOperations implements StampedeListener {

		NeedsOperations(StampedeOperations operations) {
		}

	}

	static class AsksLater implements StampedeListener {

		AsksLater(ObjectProvider<StampedeOperations> operations) {
		}

	}

	static class Third {

		private final Catalogue catalogue;

		Third(Catalogue catalogue) {
			this.catalogue = catalogue;
		}

		String price() {
			return this.catalogue.price("a");
		}

	}

	static class Catalogue {

		private final AtomicInteger reads = new AtomicInteger();

		@Autowired(required = false)
		Shop shop;

		@Transactional
		@StampedeProtected
		String price(String id) {
			return "price " + this.reads.incrementAndGet();
		}

	}

	static class Shop {

		@Autowired
		Catalogue catalogue;

		String price() {
			return this.catalogue.price("a");
		}

	}

	static class Self {

		private final AtomicInteger reads = new AtomicInteger();

		@Autowired
		Self self;

		String byItself() {
			return this.self.price("a");
		}

		@StampedeProtected
		String price(String id) {
			return "price " + this.reads.incrementAndGet();
		}

	}

	static class Left {

		private final AtomicInteger reads = new AtomicInteger();

		@Autowired
		Right right;

		@StampedeProtected
		String find(String id) {
			return "left " + this.reads.incrementAndGet();
		}

		String ofRight() {
			return this.right.find("a");
		}

	}

	static class Right {

		private final AtomicInteger reads = new AtomicInteger();

		@Autowired
		Left left;

		@StampedeProtected
		String find(String id) {
			return "right " + this.reads.incrementAndGet();
		}

		String ofLeft() {
			return this.left.find("a");
		}

	}

	static class Payslips {

		private final AtomicInteger reads = new AtomicInteger();

		@Autowired
		Office office;

		@PreAuthorize("hasRole('ADMIN')")
		@StampedeProtected
		String find(String id) {
			return "payslip " + this.reads.incrementAndGet();
		}

		@StampedeProtected
		@Cacheable("cached")
		String cached(String id) {
			return "payslip " + this.reads.incrementAndGet();
		}

	}

	static class Office {

		@Autowired
		Payslips payslips;

	}

}
