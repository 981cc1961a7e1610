package dev.stampede.sample.demo;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.stampede.sample.Trouble;

/**
 * State of the front page at one moment.
 *
 * @param atMillis now
 * @param instance the name of this instance
 * @param store what is known of Redis
 * @param cache what the endpoint says of the cache
 * @param key what it says of the set that everybody looks at
 * @param doomed what it says of the set whose winner is killed
 * @param source what is wrong with the source
 * @param callsPerSecond how many visitors come
 * @param redis whether there is an embedded Redis to stop, and whether it runs
 * @param winner the second instance
 * @param events the last events
 */
record LiveState(long atMillis, String instance, String store, @Nullable Object cache, @Nullable Object key,
		@Nullable Object doomed, Trouble source, int callsPerSecond, Redis redis, Winner.State winner,
		List<LiveEvents.Event> events) {

	/**
	 * The Redis of this application.
	 *
	 * @param embedded whether this application has started it
	 * @param running whether it runs, if so
	 */
	record Redis(boolean embedded, boolean running) {

	}

}
