package dev.stampede.sample;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.springframework.stereotype.Component;

import dev.stampede.event.StampedeListener;

/**
 * Counter of answers, by cache.
 */
@Component
class RequestCounter implements StampedeListener {

	private final ConcurrentMap<String, ConcurrentMap<Request, Integer>> counts = new ConcurrentHashMap<>();

	@Override
	public void requested(String cacheName, Request result) {
		this.counts.computeIfAbsent(cacheName, (name) -> new ConcurrentHashMap<>()).merge(result, 1, Integer::sum);
	}

	// Takes the counts of a cache; the next ones begin at zero.
	Map<String, Integer> take(String cacheName) {
		Map<String, Integer> taken = new TreeMap<>();
		Map<Request, Integer> current = this.counts.remove(cacheName);
		if (current != null) {
			current.forEach((result, count) -> taken.put(result.name(), count));
		}
		return taken;
	}

}
