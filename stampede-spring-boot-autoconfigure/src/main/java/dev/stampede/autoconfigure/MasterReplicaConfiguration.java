package dev.stampede.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.MasterReplica;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.redis.RedisEntryStoreBuilder;

/**
 * Address of a static master and of its replicas, which only Boot's connection details
 * tell.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({ DataRedisConnectionDetails.class, LettuceConnectionFactory.class })
class MasterReplicaConfiguration {

	@Bean
	RedisStoreConfiguration.Topology stampedeConnectionTopology(ObjectProvider<DataRedisConnectionDetails> details,
			ObjectProvider<RedisConnectionFactory> connectionFactories) {
		return (connectionFactory, builder) -> {
			if (connectionFactory.equals(connectionFactories.getIfUnique())
					&& connectionFactory instanceof LettuceConnectionFactory lettuce) {
				details.ifUnique((found) -> apply(found, lettuce, builder));
			}
		};
	}

	private static void apply(DataRedisConnectionDetails details, LettuceConnectionFactory lettuce,
			RedisEntryStoreBuilder builder) {
		MasterReplica masterReplica = details.getMasterReplica();
		if (masterReplica == null || masterReplica.getNodes().isEmpty()) {
			return;
		}
		Node first = masterReplica.getNodes().get(0);
		RedisStaticMasterReplicaConfiguration topology = new RedisStaticMasterReplicaConfiguration(first.host(),
				first.port());
		masterReplica.getNodes().stream().skip(1).forEach((node) -> topology.addNode(node.host(), node.port()));
		topology.setUsername(details.getUsername());
		topology.setPassword(details.getPassword());
		topology.setDatabase(lettuce.getDatabase());
		builder.topology(topology);
	}

}
