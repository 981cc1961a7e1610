package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.util.ReflectionUtils;

import dev.stampede.StampedeProtected;
import dev.stampede.policy.PolicyResolver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link StampedeProtectedBeanPostProcessor} in a context without Boot.
 */
class StampedeProtectedBeanPostProcessorTests {

	private final RecordingEngine engine = new RecordingEngine();

	@Test
	void beanWithAnnotatedMethodIsProtected() {
		try (var context = context(Prices.class)) {
			Prices prices = context.getBean(Prices.class);
			assertThat(prices.find("a")).isEqualTo(prices.find("a")).isEqualTo("1");
			assertThat(this.engine.keys).hasSize(2);
			assertThat(context.getBean(StampedeProtectedBeanPostProcessor.class).getCacheNames())
				.containsExactly("Prices.find");
		}
	}

	@Test
	void beanWithoutAnnotationIsNoProxy() {
		try (var context = context(Plain.class)) {
			assertThat(AopUtils.isAopProxy(context.getBean(Plain.class))).isFalse();
		}
	}

	@Test
	void interfaceIsProxiedUnlessTheContextWantsClasses() {
		try (var context = context(PriceService.class)) {
			assertThat(AopUtils.isJdkDynamicProxy(context.getBean(PriceApi.class))).isTrue();
		}
		try (var context = context(PriceService.class, ClassProxies.class)) {
			assertThat(AopUtils.isCglibProxy(context.getBean(PriceApi.class))).isTrue();
			assertThat(context.getBean(PriceService.class).find("a")).isEqualTo("a");
			assertThat(this.engine.keys).containsExactly("PriceService.find::a");
		}
	}

	@Test
	void protectionIsOutsideTransactionsInAnyOrderOfAnnotations() {
		try (var context = context(Transactions.class, InTransaction.class)) {
			InTransaction bean = context.getBean(InTransaction.class);
			List<String> events = context.getBean(Transactions.class).events;
			this.engine.bypassed.clear();
			bean.find("a");
			bean.find("a");
			bean.other("a");
			assertThat(events).containsExactly("begin", "commit", "begin", "commit");
			assertThat(((Advised) bean).getAdvisors()[0].getAdvice()).isInstanceOf(StampedeInterceptor.class);
		}
	}

	@Test
	void protectionIsOutsideAsynchronousExecution() {
		try (var context = context(Asynchronous.class, WithAsync.class)) {
			Advised bean = (Advised) context.getBean(WithAsync.class);
			assertThat(advice(bean, "find")).hasSize(2).first().isInstanceOf(StampedeInterceptor.class);
			assertThat(advice(bean, "run")).hasSize(1).first().isNotInstanceOf(StampedeInterceptor.class);
			assertThat(Arrays.stream(bean.getAdvisors()).skip(1).findFirst()).get()
				.isEqualTo(context.getBean("advisor"));
		}
	}

	private static List<Object> advice(Advised bean, String name) {
		Method method = ReflectionUtils.findMethod(WithAsync.class, name, (Class<?>[]) null);
		return Arrays.stream(bean.getAdvisors())
			.filter((advisor) -> ((PointcutAdvisor) advisor).getPointcut()
				.getMethodMatcher()
				.matches(Objects.requireNonNull(method), WithAsync.class))
			.<Object>map(Advisor::getAdvice)
			.toList();
	}

	@Test
	void protectionIsOutsideRetriesAndLimits() {
		try (var context = context(WithResilience.class, Resilience.class)) {
			Advised bean = (Advised) context.getBean(WithResilience.class);
			assertThat(bean.getAdvisors()).hasSize(3);
			assertThat(bean.getAdvisors()[0].getAdvice()).isInstanceOf(StampedeInterceptor.class);
		}
	}

	@Test
	void callWhileTheContextIsStartingIsProtected() {
		try (var context = context(WarmUp.class, Prices.class)) {
			assertThat(context.getBean(WarmUp.class).value).isEqualTo("1");
			assertThat(this.engine.keys).containsExactly("Prices.find::warm");
		}
	}

	@Test
	void misuseStopsTheStart() {
		assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context(Misused.class))
			.withRootCauseInstanceOf(InvalidStampedeProtectedException.class);
	}

	@Test
	void misuseOfALazyBeanStopsItsCreation() {
		try (var context = context(LazyMisuse.class)) {
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean(LazyMisuse.class))
				.withRootCauseInstanceOf(InvalidStampedeProtectedException.class);
		}
	}

	@Test
	void finalClassStopsTheStart() {
		assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context(Closed.class))
			.havingCause()
			.isInstanceOf(InvalidStampedeProtectedException.class)
			.withMessageContaining("class is final");
	}

	@Test
	void policyThatCannotWorkStopsTheStart() {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class).isThrownBy(() -> context(TooLongLock.class))
			.withMessageContaining("TooLongLock.find(String)")
			.withMessageContaining("lock-max-hold");
	}

	@Test
	void typeThatCannotBeStoredStopsTheStart() {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class).isThrownBy(() -> context(Unstorable.class))
			.withMessageContaining("threads cannot be stored");
	}

	@Test
	void placeholderInATimeIsResolved() {
		try (var context = new AnnotationConfigApplicationContext()) {
			context.getEnvironment().getSystemProperties().put("lock.millis", "700");
			context.register(Placeholder.class);
			register(context);
			context.refresh();
			context.getBean(Placeholder.class).find("a");
			assertThat(this.engine.specs.get(0).policy().lockTtl()).hasMillis(700);
		}
		finally {
			System.clearProperty("lock.millis");
		}
	}

	@Test
	void beanOfAChildContextIsAdvisedOnce() {
		try (var parent = context(Plain.class); var child = new AnnotationConfigApplicationContext()) {
			child.setParent(parent);
			child.register(Prices.class);
			register(child);
			child.refresh();
			assertThat(((Advised) child.getBean(Prices.class)).getAdvisorCount()).isOne();
		}
	}

	@Test
	void beanBehindAForeignInterfaceProxyIsProtected() {
		try (var context = context(Client.class)) {
			assertThat(context.getBean(PriceClient.class).find("a")).isEqualTo("remote");
			assertThat(this.engine.keys).containsExactly("PriceClient.find::a");
		}
	}

	private AnnotationConfigApplicationContext context(Class<?>... components) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.register(components);
		register(context);
		context.refresh();
		return context;
	}

	private void register(AnnotationConfigApplicationContext context) {
		Supplier<StampedeProtectedBeanPostProcessor> supplier = () -> new StampedeProtectedBeanPostProcessor(
				() -> this.engine, CodecOnlyStore::new, PolicyResolver::builtIn, () -> (method, policies, store) -> {
					throw new IllegalStateException("no @Cacheable here");
				}, (cacheName) -> false);
		context.registerBean(StampedeProtectedBeanPostProcessor.class, supplier);
		context.registerBean("advisor", Advisor.class,
				() -> context.getBean(StampedeProtectedBeanPostProcessor.class).advisor(null),
				(definition) -> definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE));
		AopConfigUtils.registerAutoProxyCreatorIfNecessary(context);
	}

	static class Prices {

		private final AtomicInteger reads = new AtomicInteger();

		@StampedeProtected
		String find(String id) {
			return "" + this.reads.incrementAndGet();
		}

	}

	static class Plain {

		String find(String id) {
			return "";
		}

	}

	interface PriceApi {

		String find(String id);

	}

	static class PriceService implements PriceApi {

		@Override
		@StampedeProtected
		public String find(String id) {
			return id;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ClassProxiesRegistrar.class)
	static class ClassProxies {

	}

	static class ClassProxiesRegistrar implements ImportBeanDefinitionRegistrar {

		@Override
		public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
			AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	static class Transactions extends AbstractPlatformTransactionManager {

		final List<String> events = new ArrayList<>();

		@Override
		protected Object doGetTransaction() {
			return this;
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

	public static class InTransaction {

		@Transactional
		@StampedeProtected
		public String find(String id) {
			return "";
		}

		@StampedeProtected
		@Transactional
		public String other(String id) {
			return "";
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class Asynchronous {

	}

	static class WithAsync {

		@Async
		@StampedeProtected
		CompletableFuture<String> find(String id) {
			return CompletableFuture.completedFuture("");
		}

		@Async
		void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableResilientMethods
	static class Resilience {

	}

	static class WithResilience {

		@Retryable
		@ConcurrencyLimit(1)
		@StampedeProtected
		String find(String id) {
			return "";
		}

	}

	static class WarmUp implements InitializingBean {

		private final Prices prices;

		@Nullable String value;

		WarmUp(Prices prices) {
			this.prices = prices;
		}

		@Override
		public void afterPropertiesSet() {
			this.value = this.prices.find("warm");
		}

	}

	static class Misused {

		@StampedeProtected
		final String find(String id) {
			return "";
		}

	}

	@Lazy
	static class LazyMisuse extends Misused {

	}

	static final class Closed {

		@StampedeProtected
		String find(String id) {
			return "";
		}

	}

	static class TooLongLock {

		@StampedeProtected(lockTtlString = "2m")
		String find(String id) {
			return "";
		}

	}

	static class Unstorable {

		@StampedeProtected
		@Nullable Thread find(String id) {
			return null;
		}

	}

	static class Placeholder {

		@StampedeProtected(lockTtlString = "${lock.millis}")
		String find(String id) {
			return "";
		}

	}

	interface PriceClient {

		@StampedeProtected
		String find(String id);

	}

	@Configuration(proxyBeanMethods = false)
	static class Client {

		@Bean
		PriceClient priceClient() {
			return (PriceClient) Proxy.newProxyInstance(PriceClient.class.getClassLoader(),
					new Class<?>[] { PriceClient.class },
					(proxy, method, arguments) -> method.getName().equals("find") ? "remote" : null);
		}

	}

}
