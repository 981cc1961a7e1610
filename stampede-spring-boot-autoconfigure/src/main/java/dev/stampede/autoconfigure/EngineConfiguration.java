package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

import org.springframework.aop.Advisor;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import dev.stampede.LoserStrategy;
import dev.stampede.StampedeConfigurationException;
import dev.stampede.StampedeOperations;
import dev.stampede.cache.CacheableBinding;
import dev.stampede.cache.ExternalCaches;
import dev.stampede.cache.MissedEvictions;
import dev.stampede.cache.ShadowEvictionAdvisor;
import dev.stampede.engine.NearStorage;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeObserver;
import dev.stampede.event.StampedeStatistics;
import dev.stampede.interceptor.CallBinding;
import dev.stampede.interceptor.StampedeProtectedBeanPostProcessor;
import dev.stampede.interceptor.UnreachedContexts;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicyUse;
import dev.stampede.store.EntryStore;

/**
 * The engine and what stands before it, where there is a store.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "stampede.enabled", matchIfMissing = true)
@ConditionalOnBean(EntryStore.class)
@Import({ ExecutorsConfiguration.class, LoserStrategiesConfiguration.class, NearConfiguration.class,
		EngineConfiguration.AutoProxyCreator.class })
class EngineConfiguration {

	// in a child context too, since one reaches the beans of its own context alone
	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	static StampedeProtectedBeanPostProcessor stampedeProtectedBeanPostProcessor(ObjectProvider<StampedeEngine> engine,
			ObjectProvider<EntryStore> store, ObjectProvider<PolicyResolver> policies,
			ObjectProvider<CallBinding> binding, Environment environment) {
		return new StampedeProtectedBeanPostProcessor(engine::getObject, store::getObject, policies::getObject,
				binding::getObject, sharedCaches(environment)::contains);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean(name = "stampedeProtectedAdvisor", search = SearchStrategy.CURRENT)
	static Advisor stampedeProtectedAdvisor(StampedeProtectedBeanPostProcessor postProcessor, Environment environment) {
		return postProcessor.advisor(environment.getProperty("stampede.advice-order", Integer.class));
	}

	@Bean
	@ConditionalOnMissingBean(UnreachedContexts.class)
	static UnreachedContexts stampedeUnreachedContexts() {
		return new UnreachedContexts();
	}

	@Bean
	CacheableBinding stampedeCacheableBinding(ApplicationContext context, ObjectProvider<CacheInterceptor> interceptor,
			ExternalCaches externalCaches) {
		return new CacheableBinding(context, interceptor::getIfUnique, externalCaches, System::nanoTime);
	}

	@Bean
	MissedEvictions stampedeMissedEvictions(ApplicationContext context,
			ObjectProvider<StampedeProtectedBeanPostProcessor> methods, ObjectProvider<CacheOperationSource> source,
			CacheableBinding binding) {
		return new MissedEvictions(context, () -> methods.stream().flatMap((each) -> each.policyUses().stream()),
				() -> CacheManagerConfiguration.source(source), binding);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnBean(CacheInterceptor.class)
	static ShadowEvictionAdvisor stampedeShadowEvictionAdvisor(ObjectProvider<CacheableBinding> binding,
			ObjectProvider<StampedeEngine> engine, @Qualifier("stampedeExecutor") ObjectProvider<Executor> executor,
			ObjectProvider<CacheOperationSource> source, BeanFactory beanFactory, Environment environment) {
		return new ShadowEvictionAdvisor(binding::getObject, engine::getObject, executor::getObject,
				CacheManagerConfiguration.source(source),
				() -> CacheManagerConfiguration.order(beanFactory, environment));
	}

	@Bean
	@ConditionalOnMissingBean(PolicyResolver.class)
	PropertiesPolicyResolver stampedePolicyResolver(StampedeProperties properties, CacheSections sections,
			StampedePropertiesCheck check) {
		return new PropertiesPolicyResolver(properties, sections);
	}

	@Bean
	@ConditionalOnMissingBean
	StampedeStatistics stampedeStatistics() {
		return new StampedeStatistics();
	}

	@Bean
	@Lazy(false)
	KnownCaches stampedeKnownCaches(StampedeStatistics statistics, StampedeProperties properties,
			ObjectProvider<PolicyUse.Source> policies) {
		return new KnownCaches(statistics, properties, policies);
	}

	@Bean
	@ConditionalOnMissingBean
	StampedeEngine stampedeEngine(EntryStore store, @Qualifier("stampedeExecutor") Executor executor,
			OwnScheduler scheduler, @Qualifier("stampedeRefreshExecutor") Executor refreshExecutor,
			Map<String, LoserStrategy> strategies, ObjectProvider<StampedeListener> listeners,
			ObjectProvider<StampedeObserver> observer,
			@Qualifier("stampedeNearStorage") ObjectProvider<NearStorage> nearStorage, StampedeProperties properties,
			StampedePropertiesCheck check, Environment environment, ApplicationContext context) {
		StampedeEngine.Builder builder = StampedeEngine.builder(store, executor, scheduler.get())
			.refreshExecutor(refreshExecutor)
			.listeners(Listeners.all(listeners))
			.pollInterval(properties.pollInterval(), properties.pollIntervalMax())
			.coalesceReads(properties.coalesceReads())
			.onRedisFailure(properties.onRedisFailure())
			.refusals(Refusals.of(properties.refusalExceptions(), context.getClassLoader()))
			.shutdownTimeout(shutdownTimeout(environment));
		observer.ifUnique(builder::observer);
		LoserStrategiesConfiguration.unique(strategies).forEach(builder::strategy);
		nearStorage.ifAvailable(builder::near);
		List<String> nearTimes = properties.nearTimes();
		if (nearStorage.getIfAvailable() == null && !nearTimes.isEmpty()) {
			throw new StampedeConfigurationException(
					String.join(" and ", nearTimes) + ((nearTimes.size() > 1) ? " are" : " is")
							+ " set, and Caffeine, which near caches need, is not on the class path",
					"Add com.github.ben-manes.caffeine:caffeine to the dependencies, or write "
							+ String.join("=0 and ", nearTimes) + "=0");
		}
		return builder.build();
	}

	@Bean
	@ConditionalOnMissingBean
	StampedeOperations stampedeOperations(StampedeEngine engine, EntryStore store, PolicyResolver policies) {
		return StampedeEngine.operations(engine, store, policies);
	}

	@Bean
	@ConditionalOnBean(value = StampedeEngine.class, search = SearchStrategy.CURRENT)
	EngineShutdown stampedeEngineShutdown(StampedeEngine engine) {
		return new EngineShutdown(engine);
	}

	private static Set<String> sharedCaches(Environment environment) {
		return Binder.get(environment)
			.bind(StampedeProperties.SHARED_CACHES, Bindable.setOf(String.class))
			.orElseGet(Set::of);
	}

	// a little less than the phase has, so that locks are given back within it
	private static Duration shutdownTimeout(Environment environment) {
		Duration phase = Binder.get(environment)
			.bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
			.orElse(Duration.ofSeconds(30));
		return phase.multipliedBy(9).dividedBy(10);
	}

	/** Registers Spring's auto-proxy creator where nobody else has done so. */
	static class AutoProxyCreator implements ImportBeanDefinitionRegistrar {

		@Override
		public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
			AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
		}

	}

}
