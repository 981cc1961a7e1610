package dev.stampede.sample.demo;

import org.springframework.stereotype.Service;

import dev.stampede.StampedeProtected;
import dev.stampede.sample.CardSet;
import dev.stampede.sample.CardSets;

/**
 * A set on the front page: looked at all the time, and out of date after two seconds.
 */
@Service
class LiveSets {

	static final String CACHE = "live";

	/** The set that everybody looks at. */
	static final String HOT = "EMS0";

	/** The set whose winner is killed. */
	static final String DOOMED = "EMS7";

	private final CardSets source;

	LiveSets(CardSets source) {
		this.source = source;
	}

	@StampedeProtected(cacheName = CACHE, ttl = 2000, staleTtl = 30_000, lockTtl = 2000, waitTimeout = 10_000)
	CardSet find(String code) {
		return this.source.read(code).orElseThrow();
	}

}
