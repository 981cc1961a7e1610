package dev.stampede.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.PolicySettings;

/**
 * Chooses the beans of the application that configuration names.
 */
final class RedisBeans {

	private final ListableBeanFactory beanFactory;

	private final StampedeProperties properties;

	RedisBeans(ListableBeanFactory beanFactory, StampedeProperties properties) {
		this.beanFactory = beanFactory;
		this.properties = properties;
	}

	RedisConnectionFactory connectionFactory() {
		String name = this.properties.connectionFactory();
		if (name != null) {
			if (!this.beanFactory.containsBean(name)
					|| !this.beanFactory.isTypeMatch(name, RedisConnectionFactory.class)) {
				throw new InvalidStampedeConfigurationException(
						"stampede.connection-factory names '" + name + "', which is no RedisConnectionFactory bean",
						"Use one of " + names(RedisConnectionFactory.class));
			}
			return this.beanFactory.getBean(name, RedisConnectionFactory.class);
		}
		RedisConnectionFactory unique = this.beanFactory.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
		if (unique == null) {
			throw new InvalidStampedeConfigurationException(
					"There are several RedisConnectionFactory beans, and none is primary: "
							+ names(RedisConnectionFactory.class),
					"Name one of them in stampede.connection-factory, or mark one as @Primary");
		}
		return unique;
	}

	@Nullable RedisSerializer<?> serializer(String cacheName) {
		String name = this.properties.settings(cacheName, PolicySettings.none()).serializer();
		if (name == null) {
			return null;
		}
		Map<String, ?> candidates = this.beanFactory.getBeansOfType(RedisSerializer.class);
		if (candidates.get(name) instanceof RedisSerializer<?> serializer) {
			return serializer;
		}
		throw new IllegalArgumentException("serializer is '" + name + "', which is no RedisSerializer bean; there are "
				+ names(RedisSerializer.class));
	}

	private String names(Class<?> type) {
		return new TreeSet<>(List.of(this.beanFactory.getBeanNamesForType(type))).toString();
	}

}
