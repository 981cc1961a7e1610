package dev.stampede.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

import dev.stampede.StampedeOperations;
import dev.stampede.interceptor.StampedeProtectedBeanPostProcessor;
import dev.stampede.interceptor.UnprotectedMethodsReporter;

/**
 * What there is while protection is off.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(value = StampedeProtectedBeanPostProcessor.class, search = SearchStrategy.CURRENT)
class UnprotectedConfiguration {

	private static final String CONNECTION_FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static UnprotectedMethodsReporter stampedeUnprotectedMethodsReporter(Environment environment,
			BeanFactory beanFactory) {
		boolean enabled = environment.getProperty("stampede.enabled", Boolean.class, true);
		String reason = !enabled ? "stampede.enabled is false"
				: ClassUtils.isPresent(CONNECTION_FACTORY, classLoader(beanFactory))
						? "there is no RedisConnectionFactory bean" : "Spring Data Redis is not on the class path";
		return new UnprotectedMethodsReporter(reason, !enabled);
	}

	@Bean
	@ConditionalOnMissingBean
	StampedeOperations stampedeOperations() {
		return new UnprotectedOperations();
	}

	private static @Nullable ClassLoader classLoader(BeanFactory beanFactory) {
		return (beanFactory instanceof ConfigurableBeanFactory configurable) ? configurable.getBeanClassLoader() : null;
	}

}
