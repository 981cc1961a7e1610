package dev.stampede.acceptance;

import dev.stampede.OnLose;
import dev.stampede.StampedeProtected;

/**
 * One protected method for each {@link FleetMethod}, all over the same source.
 */
class FleetMethods {

	static final String DEFAULT = "default";

	static final long SHORT_LOCK_MILLIS = 1000;

	private static final long WAIT_MILLIS = 15_000;

	private final FleetSource source;

	FleetMethods(FleetSource source) {
		this.source = source;
	}

	@StampedeProtected(cacheName = "poll", onLose = OnLose.POLL)
	String poll(String key) {
		return this.source.read(key);
	}

	@StampedeProtected(cacheName = "serve-stale", onLose = OnLose.SERVE_STALE)
	String serveStale(String key) {
		return this.source.read(key);
	}

	@StampedeProtected(cacheName = "serve-stale", ttl = 1, onLose = OnLose.POLL)
	String leaveStale(String key) {
		return this.source.read(key);
	}

	@StampedeProtected(cacheName = "return-default", onLose = OnLose.RETURN_DEFAULT, fallback = "defaultValue")
	String returnDefault(String key) {
		return this.source.read(key);
	}

	@StampedeProtected(cacheName = "fail-fast", onLose = OnLose.FAIL_FAST)
	String failFast(String key) {
		return this.source.read(key);
	}

	@StampedeProtected(cacheName = "renewed", lockTtl = SHORT_LOCK_MILLIS, onLose = OnLose.POLL,
			waitTimeout = WAIT_MILLIS)
	String renewed(String key) {
		return this.source.read(key);
	}

	/**
	 * Renewal is off in the section of the cache, see {@link FleetApplication}.
	 */
	@StampedeProtected(cacheName = "unrenewed", lockTtl = SHORT_LOCK_MILLIS, onLose = OnLose.POLL,
			waitTimeout = WAIT_MILLIS)
	String unrenewed(String key) {
		return this.source.read(key);
	}

	String defaultValue(String key) {
		return DEFAULT;
	}

}
