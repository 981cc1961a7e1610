package dev.stampede.acceptance;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;

import dev.stampede.testing.RespClient;

/**
 * The source that a fleet shares: each read of a key is counted in Redis, and its number
 * is part of the value.
 */
class FleetSource {

	private final String host;

	private final int port;

	private final String prefix;

	private volatile @Nullable HerdOrder order;

	FleetSource(@Value("${spring.data.redis.host}") String host, @Value("${spring.data.redis.port}") int port,
			@Value("${stampede.key-prefix}") String prefix) {
		this.host = host;
		this.port = port;
		this.prefix = prefix;
	}

	static String readsKey(String prefix, String key) {
		return prefix + "reads-of-" + key;
	}

	static String gateKey(String prefix, String key) {
		return prefix + "gate-of-" + key;
	}

	/**
	 * Sets what the next reads in this JVM do.
	 */
	void next(HerdOrder order) {
		this.order = order;
	}

	String read(String key) {
		try (RespClient client = RespClient.connect(this.host, this.port)) {
			Object number = client.call("INCR", readsKey(this.prefix, key));
			HerdOrder current = this.order;
			if (current != null && current.key().equals(key)) {
				work(current, client);
			}
			return "value-" + number;
		}
	}

	/**
	 * Counts callers of a herd that have come as far as its gate asks for; at the right
	 * number the gate opens.
	 */
	void count(HerdOrder herd, int callers) {
		try (RespClient client = RespClient.connect(this.host, this.port)) {
			Object total = client.call("INCRBY", this.prefix + "callers-of-" + herd.key(), String.valueOf(callers));
			if (total instanceof Long count && count == herd.gateCount()) {
				client.call("RPUSH", gateKey(this.prefix, herd.key()), "open");
			}
		}
	}

	private void work(HerdOrder herd, RespClient client) {
		try {
			Thread.sleep(herd.readMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted in the source", ex);
		}
		if (herd.gate() != HerdOrder.Gate.NONE && client.call("BLPOP", gateKey(this.prefix, herd.key()), "9") == null) {
			throw new IllegalStateException("Nobody opened the gate of " + herd.key());
		}
	}

}
