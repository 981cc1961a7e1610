package dev.stampede.acceptance;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;

import dev.stampede.testing.fleet.SourceClient;

/**
 * The {@link SharedSource} as the application of a member sees it.
 */
class FleetSource {

	static final String PORT = "fleet.source-port";

	static final String READ = "READ";

	static final String COUNT = "COUNT";

	private final SourceClient client;

	private volatile @Nullable HerdOrder order;

	FleetSource(@Value("${" + PORT + "}") int port) {
		this.client = new SourceClient(port);
	}

	/**
	 * Sets what the next reads in this JVM do.
	 */
	void next(HerdOrder order) {
		this.order = order;
	}

	String read(String key) {
		HerdOrder current = this.order;
		boolean ordered = current != null && current.key().equals(key);
		long millis = (current != null && ordered) ? current.readMillis() : 0;
		boolean gated = current != null && ordered && current.gate() != HerdOrder.Gate.NONE;
		return this.client.read(String.join(" ", READ, key, String.valueOf(millis), String.valueOf(gated)));
	}

	/**
	 * Counts callers of a herd that have come as far as its gate asks for; at the right
	 * number the gate opens.
	 */
	void count(HerdOrder herd, int callers) {
		this.client
			.read(String.join(" ", COUNT, herd.key(), String.valueOf(callers), String.valueOf(herd.gateCount())));
	}

}
