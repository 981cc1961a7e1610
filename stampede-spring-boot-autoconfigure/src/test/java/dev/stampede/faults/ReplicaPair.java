package dev.stampede.faults;

import java.io.UncheckedIOException;

import dev.stampede.testing.RedisServer;

/**
 * A master and a replica, with a link between them that can be cut.
 */
final class ReplicaPair implements AutoCloseable {

	private final RedisServer master = RedisServer.start("--repl-diskless-sync-delay", "0");

	private final RedisServer replica;

	ReplicaPair() {
		this.master.call("ACL", "SETUSER", "replication", "on", ">secret", "+psync", "+replconf", "+ping");
		this.replica = RedisServer.start("--masteruser", "replication", "--masterauth", "secret", "--replicaof",
				this.master.host(), String.valueOf(this.master.port()));
		join();
	}

	RedisServer master() {
		return this.master;
	}

	RedisServer replica() {
		return this.replica;
	}

	/**
	 * Cuts the link: nothing written from now on reaches the replica.
	 */
	void cut() {
		this.master.call("ACL", "SETUSER", "replication", "off");
		this.master.call("CLIENT", "KILL", "TYPE", "replica");
		AppInstance.until(() -> replication(this.master).contains("connected_slaves:0"));
	}

	/**
	 * Joins the link, and waits until the replica has caught up.
	 */
	void join() {
		this.master.call("ACL", "SETUSER", "replication", "on");
		AppInstance.until(() -> replication(this.replica).contains("master_link_status:up"));
	}

	static String replication(RedisServer server) {
		try {
			return String.valueOf(server.call("INFO", "replication"));
		}
		catch (UncheckedIOException ex) {
			return ""; // a server that is promoted drops its clients
		}
	}

	@Override
	public void close() {
		this.replica.close();
		this.master.close();
	}

}
