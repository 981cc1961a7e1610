package dev.stampede.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.StampedeConfigurationException;
import dev.stampede.policy.PolicySettings;

/**
 * Chooses the beans of the application that configuration names.
 */
final class RedisBeans {

	private final ListableBeanFactory beanFactory;

	private final StampedeProperties properties;

	private final CacheSections sections;

	RedisBeans(ListableBeanFactory beanFactory, StampedeProperties properties, CacheSections sections) {
		this.beanFactory = beanFactory;
		this.properties = properties;
		this.sections = sections;
	}

	RedisConnectionFactory connectionFactory() {
		String name = this.properties.connectionFactory();
		if (name != null) {
			if (!is(name, RedisConnectionFactory.class)) {
				throw new StampedeConfigurationException(
						"stampede.connection-factory names '" + name + "', which is no RedisConnectionFactory bean",
						either("stampede.connection-factory", RedisConnectionFactory.class)
								+ ", or leave the property out where there is one");
			}
			return this.beanFactory.getBean(name, RedisConnectionFactory.class);
		}
		RedisConnectionFactory unique = this.beanFactory.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
		if (unique == null) {
			throw new StampedeConfigurationException(
					"There are several RedisConnectionFactory beans, and none is primary: "
							+ names(RedisConnectionFactory.class),
					either("stampede.connection-factory", RedisConnectionFactory.class) + ", or mark one as @Primary");
		}
		return unique;
	}

	@Nullable RedisSerializer<?> serializer(String cacheName) {
		String name = this.sections.settings(cacheName, PolicySettings.none()).serializer();
		return (name != null) ? this.beanFactory.getBean(name, RedisSerializer.class) : null;
	}

	/**
	 * Checks that the serializers exist, without creating them.
	 * @throws StampedeConfigurationException if one does not
	 */
	void checkSerializers() {
		checkSerializer("stampede.defaults.serializer", this.properties.defaults());
		this.properties.caches()
			.forEach((name, section) -> checkSerializer(PolicySettings.property(name, "serializer"), section));
	}

	private void checkSerializer(String property, PolicySettings settings) {
		String name = settings.serializer();
		if (name == null || is(name, RedisSerializer.class)) {
			return;
		}
		boolean some = !names(RedisSerializer.class).isEmpty();
		throw new StampedeConfigurationException(property + " names '" + name + "', which is no RedisSerializer bean",
				(some ? either(property, RedisSerializer.class) + ", or declare" : "There is none yet: declare")
						+ " one, " + "such as @Bean(\"" + name + "\") RedisSerializer<Object> serializer() { return "
						+ "RedisSerializer.java(); }, or leave the property out for JSON");
	}

	private boolean is(String name, Class<?> type) {
		return this.beanFactory.containsBean(name) && this.beanFactory.isTypeMatch(name, type);
	}

	private String either(String property, Class<?> type) {
		return "Write "
				+ names(type).stream().map((name) -> property + "=" + name).collect(Collectors.joining(", or "));
	}

	private Set<String> names(Class<?> type) {
		return new TreeSet<>(List.of(this.beanFactory.getBeanNamesForType(type)));
	}

}
