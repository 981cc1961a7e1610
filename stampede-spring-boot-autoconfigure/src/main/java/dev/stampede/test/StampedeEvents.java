package dev.stampede.test;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import dev.stampede.event.StampedeListener;

/**
 * Listener that counts how calls were answered and how often the source was read. It has
 * to be a bean of the application under test; {@code @Import(StampedeEvents.class)} on
 * the test class is enough. Counts begin at zero with the application and only grow. A
 * {@link Herd} takes the difference. When a blocking call returns, everything that
 * belongs to it has been counted. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class StampedeEvents implements StampedeListener {

	private final ConcurrentMap<Event, AtomicInteger> counts = new ConcurrentHashMap<>();

	/**
	 * Creates a listener with all counts at zero.
	 */
	public StampedeEvents() {
	}

	@Override
	public void requested(String cacheName, Request result) {
		count(cacheName, result);
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		count(cacheName, outcome);
	}

	/**
	 * Returns how often the source was read, in all caches: successful reads, failed
	 * ones, and those of calls that bypass protection.
	 * @return the number of reads
	 */
	public int sourceReads() {
		return sum(StampedeEvents::isSourceRead);
	}

	/**
	 * Returns how often the source was read for one cache.
	 * @param cacheName the cache
	 * @return the number of reads
	 */
	public int sourceReads(String cacheName) {
		return sum((event) -> event.cacheName.equals(cacheName) && isSourceRead(event));
	}

	/**
	 * Returns how calls were answered, in all caches.
	 * @return the number of calls by result, without zeros
	 */
	public Map<Request, Integer> requests() {
		Map<Request, Integer> requests = new EnumMap<>(Request.class);
		this.counts.forEach((event, count) -> {
			if (event.kind instanceof Request request) {
				requests.merge(request, count.get(), Integer::sum);
			}
		});
		return requests;
	}

	/**
	 * Returns how many calls of one cache were answered in one way.
	 * @param cacheName the cache
	 * @param result how they were answered
	 * @return the number of calls
	 */
	public int requests(String cacheName, Request result) {
		return sum((event) -> event.equals(new Event(cacheName, result)));
	}

	private static boolean isSourceRead(Event event) {
		return event.kind instanceof SourceRead || event.kind == Request.BYPASSED;
	}

	private void count(String cacheName, Enum<?> kind) {
		this.counts.computeIfAbsent(new Event(cacheName, kind), (event) -> new AtomicInteger()).incrementAndGet();
	}

	private int sum(Predicate<Event> events) {
		return this.counts.entrySet()
			.stream()
			.filter((count) -> events.test(count.getKey()))
			.mapToInt((count) -> count.getValue().get())
			.sum();
	}

	private record Event(String cacheName, Enum<?> kind) {

	}

}
