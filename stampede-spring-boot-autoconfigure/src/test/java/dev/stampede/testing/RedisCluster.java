package dev.stampede.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;

/**
 * A cluster of masters, each a process of its own with an equal, contiguous share of the
 * slots. A node that is down takes only its own slots with it.
 */
public final class RedisCluster implements AutoCloseable {

	private static final int SLOTS = 16384;

	private static final Duration LIMIT = Duration.ofSeconds(20);

	private final List<RedisServer> servers = new ArrayList<>();

	private RedisCluster() {
	}

	/**
	 * Starts a cluster and returns when all its nodes agree that it is there.
	 * @param masters how many masters
	 * @return the cluster
	 */
	public static RedisCluster start(int masters) {
		RedisCluster cluster = new RedisCluster();
		for (int node = 0; node < masters; node++) {
			cluster.join(node, masters);
		}
		until(() -> cluster.servers.stream().allMatch((server) -> cluster.isComplete(server, masters)));
		return cluster;
	}

	/**
	 * Returns the nodes, in the order of their slots.
	 * @return the servers
	 */
	public List<RedisServer> servers() {
		return this.servers;
	}

	/**
	 * Returns the slot of a key, as Redis computes it.
	 * @param key the key
	 * @return the slot
	 */
	public int slot(String key) {
		return ((Long) ask("CLUSTER", "KEYSLOT", key)).intValue();
	}

	/**
	 * Returns the node that a key belonged to when the cluster started.
	 * @param key the key
	 * @return the node
	 */
	public RedisServer owner(String key) {
		return this.servers.get(slot(key) * this.servers.size() / SLOTS);
	}

	/**
	 * Begins to move a slot.
	 * @param slot the slot
	 * @param from its owner
	 * @param to the owner to be
	 */
	public void beginMove(int slot, RedisServer from, RedisServer to) {
		to.call("CLUSTER", "SETSLOT", String.valueOf(slot), "IMPORTING", id(from));
		from.call("CLUSTER", "SETSLOT", String.valueOf(slot), "MIGRATING", id(to));
	}

	/**
	 * Moves the keys of a slot that is being moved, and the slot for good.
	 * @param slot the slot
	 * @param from its owner
	 * @param to the new owner
	 */
	public void endMove(int slot, RedisServer from, RedisServer to) {
		for (Object key : (List<?>) reply(from, "CLUSTER", "GETKEYSINSLOT", String.valueOf(slot), "1000")) {
			from.call("MIGRATE", to.host(), String.valueOf(to.port()), String.valueOf(key), "0", "5000");
		}
		to.call("CLUSTER", "SETSLOT", String.valueOf(slot), "NODE", id(to));
		from.call("CLUSTER", "SETSLOT", String.valueOf(slot), "NODE", id(to));
		for (RedisServer server : this.servers) {
			server.call("CLUSTER", "SETSLOT", String.valueOf(slot), "NODE", id(to));
		}
	}

	/**
	 * Leaves a slot where it is after all.
	 * @param slot the slot
	 */
	public void cancelMove(int slot) {
		this.servers.forEach((server) -> server.call("CLUSTER", "SETSLOT", String.valueOf(slot), "STABLE"));
	}

	/**
	 * Sends a command to every node.
	 * @param command the command and its arguments
	 */
	public void callAll(String... command) {
		this.servers.forEach((server) -> server.call(command));
	}

	@Override
	public void close() {
		this.servers.forEach(RedisServer::close);
	}

	private void join(int node, int masters) {
		RedisServer server = RedisServer.start("--cluster-enabled", "yes", "--cluster-node-timeout", "15000",
				"--cluster-require-full-coverage", "no");
		this.servers.add(server);
		List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
		IntStream.range(0, SLOTS)
			.filter((slot) -> slot * masters / SLOTS == node)
			.forEach((slot) -> command.add(String.valueOf(slot)));
		server.call("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(node + 1));
		server.call(command.toArray(String[]::new));
		RedisServer first = this.servers.get(0);
		server.call("CLUSTER", "MEET", first.host(), String.valueOf(first.port()));
	}

	private boolean isComplete(RedisServer server, int masters) {
		String info = String.valueOf(server.call("CLUSTER", "INFO"));
		return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + masters)
				&& info.contains("cluster_slots_assigned:" + SLOTS);
	}

	private Object ask(String... command) {
		return this.servers.stream()
			.filter(RedisServer::isAlive)
			.findFirst()
			.map((server) -> reply(server, command))
			.orElseThrow();
	}

	private static String id(RedisServer server) {
		return String.valueOf(server.call("CLUSTER", "MYID"));
	}

	private static Object reply(RedisServer server, String... command) {
		Object reply = server.call(command);
		if (reply == null) {
			throw new IllegalStateException("No reply to " + List.of(command));
		}
		return reply;
	}

	private static void until(Callable<Boolean> condition) {
		Awaitility.await().atMost(LIMIT).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20)).until(condition);
	}

}
