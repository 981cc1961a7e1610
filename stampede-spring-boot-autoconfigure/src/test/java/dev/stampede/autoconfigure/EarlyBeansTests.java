package dev.stampede.autoconfigure;

import java.util.concurrent.atomic.AtomicInteger;

import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.PriorityOrdered;

import dev.stampede.StampedeProtected;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans with annotated methods that Spring creates before it can advise them, or never
 * advises.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class EarlyBeansTests {

	private static final String WARNING = "@StampedeProtected does nothing on ";

	private final TestRedis redis;

	EarlyBeansTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void clear() {
		this.redis.clear();
	}

	@Test
	void beanThatAPostProcessorNeedsIsNamed(CapturedOutput output) {
		application().withUserConfiguration(PostProcessing.class).withBean("other", Other.class).run((context) -> {
			Grants grants = context.getBean(Grants.class);
			assertThat(grants.of("ann")).isEqualTo("grant 1");
			assertThat(grants.of("ann")).isEqualTo("grant 2");
			assertThat(output).containsOnlyOnce(WARNING)
				.contains(WARNING + "the bean 'grants'")
				.contains("Grants.of(String)");
		});
	}

	@Test
	void beanThatAFactoryGaveToAPostProcessorIsNamed(CapturedOutput output) {
		application().withUserConfiguration(PostProcessingProduct.class)
			.run((context) -> assertThat(output).containsOnlyOnce(WARNING).contains(WARNING + "the bean 'grants'"));
	}

	@Test
	void beanThatAnAdvisorNeedsIsProtected(CapturedOutput output) {
		application().withUserConfiguration(Advising.class).withBean("other", Other.class).run((context) -> {
			Grants grants = context.getBean(Grants.class);
			assertThat(context.getBean(Other.class).find("a")).isEqualTo("a");
			assertThat(grants.of("anybody")).isEqualTo("grant 1");
			assertThat(output).doesNotContain(WARNING);
		});
	}

	@Test
	void aspectWithAnAnnotatedMethodIsNamed(CapturedOutput output) {
		application().withBean("audit", Audit.class)
			.run((context) -> assertThat(output).containsOnlyOnce(WARNING).contains(WARNING + "the bean 'audit'"));
	}

	@Test
	void objectThatIsRegisteredAsABeanIsNamed(CapturedOutput output) {
		application().withInitializer((context) -> context.getBeanFactory().registerSingleton("grants", new Grants()))
			.run((context) -> assertThat(output).containsOnlyOnce(WARNING).contains(WARNING + "the bean 'grants'"));
	}

	@Test
	void objectThatATestPutsInPlaceOfABeanIsNotNamed(CapturedOutput output) throws Exception {
		RootBeanDefinition replaced = new RootBeanDefinition(Grants.class);
		replaced.setQualifiedElement(Replaced.class.getDeclaredField("grants"));
		application().withInitializer((context) -> {
			((BeanDefinitionRegistry) context.getBeanFactory()).registerBeanDefinition("grants", replaced);
			context.getBeanFactory().registerSingleton("grants", new Grants());
		}).run((context) -> assertThat(output).doesNotContain(WARNING));
	}

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s");
	}

	@Configuration
	static class PostProcessing {

		@Bean
		Grants grants() {
			return new Grants();
		}

		@Bean
		Checks checks(Grants grants) {
			return new Checks(grants);
		}

	}

	@Configuration
	static class PostProcessingProduct {

		@Bean
		FactoryBean<Grants> grants() {
			return new FactoryBean<>() {

				@Override
				public Grants getObject() {
					return new Grants();
				}

				@Override
				public Class<?> getObjectType() {
					return Grants.class;
				}

			};
		}

		@Bean
		Checks checks(Grants grants) {
			return new Checks(grants);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Advising {

		@Bean
		Grants grants() {
			return new Grants();
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		Advisor advisor(Grants grants) {
			NameMatchMethodPointcut pointcut = new NameMatchMethodPointcut();
			pointcut.setMappedName("find");
			pointcut.setClassFilter(Other.class::isAssignableFrom);
			return new DefaultPointcutAdvisor(pointcut, (MethodInterceptor) (call) -> {
				grants.of("anybody");
				return call.proceed();
			});
		}

	}

	static class Grants {

		private final AtomicInteger reads = new AtomicInteger();

		@StampedeProtected
		String of(String name) {
			return "grant " + this.reads.incrementAndGet();
		}

	}

	static class Replaced {

		@Nullable Grants grants;

	}

	static class Other {

		@StampedeProtected
		String find(String id) {
			return id;
		}

	}

	@Aspect
	static class Audit {

		@StampedeProtected
		String find(String id) {
			return id;
		}

	}

	record Checks(Grants grants) implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

}
