package dev.stampede.faults;

import org.jspecify.annotations.Nullable;

import dev.stampede.OnLose;
import dev.stampede.StampedeProtected;

/**
 * The protected methods of an instance.
 */
class Prices {

	private final Source source;

	Prices(Source source) {
		this.source = source;
	}

	@StampedeProtected(cacheName = "prices", onLose = OnLose.POLL)
	@Nullable String find(String id) throws Exception {
		return this.source.read(id);
	}

	@StampedeProtected(cacheName = "leftovers", onLose = OnLose.SERVE_STALE)
	@Nullable String findOrStale(String id) throws Exception {
		return this.source.read(id);
	}

	@StampedeProtected(cacheName = "hasty", onLose = OnLose.RETURN_DEFAULT, fallback = "broken")
	@Nullable String findHastily(String id) throws Exception {
		return this.source.read(id);
	}

	@Nullable String broken(String id) {
		throw new IllegalStateException("broken fallback");
	}

	@StampedeProtected(cacheName = "unstored", unless = "true", onLose = OnLose.POLL)
	@Nullable String findUnstored(String id) throws Exception {
		return this.source.read(id);
	}

}
