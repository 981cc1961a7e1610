package dev.stampede.autoconfigure;

import java.util.concurrent.Executor;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;

import dev.stampede.cache.ExternalCaches;
import dev.stampede.event.StampedeListener;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.redis.RedisEntryStore;
import dev.stampede.redis.RedisEntryStoreBuilder;
import dev.stampede.redis.StampedeScripts;
import dev.stampede.redis.json.StampedeJsonCustomizer;
import dev.stampede.store.EntryStore;

/**
 * Store on Redis, where there is a connection factory.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "stampede.enabled", matchIfMissing = true)
@ConditionalOnClass(RedisConnectionFactory.class)
@ConditionalOnBean(RedisConnectionFactory.class)
@ConditionalOnMissingBean(EntryStore.class)
@Import(MasterReplicaConfiguration.class)
class RedisStoreConfiguration {

	@Bean
	RedisEntryStore stampedeEntryStore(StampedeProperties properties, CacheSections sections,
			StampedePropertiesCheck check, ListableBeanFactory beanFactory,
			@Qualifier("stampedeStoreExecutor") Executor executor, OwnScheduler scheduler, ApplicationContext context,
			ObjectProvider<StampedeListener> listeners, @Qualifier("stampedeScripts") StampedeScripts scripts,
			ObjectProvider<Topology> topologies, ObjectProvider<PolicyResolver> policies, ExternalCaches externalCaches,
			ObjectProvider<StampedeJsonCustomizer> jsonCustomizers) {
		RedisBeans beans = new RedisBeans(beanFactory, properties, sections);
		beans.checkSerializers();
		RedisConnectionFactory connectionFactory = beans.connectionFactory();
		RedisEntryStoreBuilder builder = RedisEntryStore.builder(connectionFactory, executor, scheduler.get())
			.keyPrefix(properties.keyPrefix())
			.timeout(properties.redisTimeout())
			.retryAfter(properties.redisRetryAfter())
			.wakeUp(properties.wakeUp() == StampedeProperties.WakeUp.PUB_SUB)
			.serializers(beans::serializer)
			.jsonCustomizers(jsonCustomizers.orderedStream().toList())
			.tellEveryFill((cacheName) -> hasNearSide(policies, cacheName))
			.copied(externalCaches::contains)
			.listener(StampedeListener.of(Listeners.all(listeners)))
			.scripts(scripts)
			.autoStart(false)
			.threads(new OwnThreads("stampede-", context.getClassLoader()));
		topologies.ifAvailable((topology) -> topology.apply(connectionFactory, builder));
		return builder.build();
	}

	@Bean
	StoreLifecycle stampedeStoreLifecycle(@Qualifier("stampedeEntryStore") RedisEntryStore store) {
		return new StoreLifecycle(store);
	}

	// no annotation has a say in that; a message too many does no harm
	private static boolean hasNearSide(ObjectProvider<PolicyResolver> policies, String cacheName) {
		try {
			return !policies.getObject().resolve(cacheName, PolicySettings.none()).nearTtl().isZero();
		}
		catch (IllegalArgumentException ex) {
			return true;
		}
	}

	@Bean(defaultCandidate = false)
	@ConditionalOnMissingBean(name = "stampedeRedisTemplate")
	RedisTemplate<String, byte[]> stampedeRedisTemplate(RedisEntryStore store) {
		return store.template();
	}

	@Bean(defaultCandidate = false)
	@ConditionalOnMissingBean(name = "stampedeScripts")
	StampedeScripts stampedeScripts() {
		return StampedeScripts.load();
	}

	/**
	 * Completion of a builder by where Redis is, when a connection factory does not tell.
	 */
	@FunctionalInterface
	interface Topology {

		/**
		 * Completes a builder.
		 * @param connectionFactory the connection factory chosen
		 * @param builder the builder
		 */
		void apply(RedisConnectionFactory connectionFactory, RedisEntryStoreBuilder builder);

	}

}
