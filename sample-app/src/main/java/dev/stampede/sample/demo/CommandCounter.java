package dev.stampede.sample.demo;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolKeyword;

/**
 * Counter of the commands that the driver sent and Redis answered, except those that make
 * and keep a connection. What a script runs inside Redis is part of the one command that
 * started it.
 */
final class CommandCounter implements CommandLatencyRecorder {

	private static final Set<String> OF_CONNECTIONS = Set.of("HELLO", "CLIENT", "PING", "SUBSCRIBE");

	private final ConcurrentMap<String, Long> counts = new ConcurrentHashMap<>();

	@Override
	public void recordCommandLatency(SocketAddress local, SocketAddress remote, ProtocolKeyword command,
			long firstResponseLatency, long completionLatency) {
		if (!OF_CONNECTIONS.contains(command.toString())) {
			this.counts.merge(command.toString(), 1L, Long::sum);
		}
	}

	// Takes the counts; the next ones begin at zero.
	Map<String, Long> take() {
		Map<String, Long> taken = new TreeMap<>();
		for (String command : this.counts.keySet()) {
			Long count = this.counts.remove(command);
			if (count != null) {
				taken.put(command, count);
			}
		}
		return taken;
	}

}
