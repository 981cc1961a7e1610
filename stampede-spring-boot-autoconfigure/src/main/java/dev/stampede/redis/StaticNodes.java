package dev.stampede.redis;

import java.util.List;
import java.util.Optional;
import java.util.Properties;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Nodes of a static master with replicas, one factory each, since a subscription is made
 * at one address. Other topologies have none.
 *
 * @param factories one for each node
 */
record StaticNodes(List<LettuceConnectionFactory> factories) implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(StaticNodes.class);

	static StaticNodes of(@Nullable RedisConfiguration topology, LettuceClientConfiguration client) {
		return (topology instanceof RedisStaticMasterReplicaConfiguration nodes)
				? new StaticNodes(nodes.getNodes().stream().map((node) -> factory(nodes, node, client)).toList())
				: new StaticNodes(List.of());
	}

	/**
	 * Finds where to subscribe: at the master, whose messages also reach its replicas,
	 * but not the other way round.
	 * @return the master, or any node that answers while there is none; empty if there
	 * are no nodes
	 */
	Optional<LettuceConnectionFactory> toSubscribeAt() {
		LettuceConnectionFactory found = null;
		for (LettuceConnectionFactory factory : this.factories) {
			String role = role(factory);
			if (role.equals("master")) {
				return Optional.of(factory);
			}
			found = (found != null || role.isEmpty()) ? found : factory;
		}
		return (found != null) ? Optional.of(found) : this.factories.stream().findFirst();
	}

	void start() {
		this.factories.forEach(LettuceConnectionFactory::start);
	}

	void stop() {
		this.factories.forEach(LettuceConnectionFactory::stop);
	}

	@Override
	public void close() {
		this.factories.forEach(LettuceConnectionFactory::destroy);
	}

	private static String role(LettuceConnectionFactory factory) {
		try (RedisConnection connection = factory.getConnection()) {
			Properties replication = connection.serverCommands().info("replication");
			return (replication != null) ? replication.getProperty("role", "") : "";
		}
		catch (DataAccessException ex) {
			logger.debug("A node does not tell its role", ex);
			return "";
		}
	}

	private static LettuceConnectionFactory factory(RedisStaticMasterReplicaConfiguration topology,
			RedisStandaloneConfiguration node, LettuceClientConfiguration client) {
		RedisStandaloneConfiguration address = new RedisStandaloneConfiguration(node.getHostName(), node.getPort());
		address.setDatabase(topology.getDatabase());
		address.setUsername(topology.getUsername());
		address.setPassword(topology.getPassword());
		LettuceConnectionFactory factory = new LettuceConnectionFactory(address, client);
		factory.setEagerInitialization(false);
		factory.setShareNativeConnection(false);
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
