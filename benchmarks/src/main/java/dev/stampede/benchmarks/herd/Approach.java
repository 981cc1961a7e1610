package dev.stampede.benchmarks.herd;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import dev.stampede.OnLose;
import dev.stampede.testing.fleet.SourceClient;

/**
 * The contenders by their names.
 */
enum Approach {

	/** One cache in each JVM, which is what the others are measured by. */
	CAFFEINE("`@Cacheable(sync = true)` on Caffeine alone", CacheableContender::onCaffeine),
	/** The annotation; losers wait. */
	STAMPEDE_POLL("Stampede, `POLL`", (settings, source) -> StampedeContender.start(settings, source, OnLose.POLL)),
	/** The annotation; losers get the stale copy. */
	STAMPEDE_STALE("Stampede, `SERVE_STALE`",
			(settings, source) -> StampedeContender.start(settings, source, OnLose.SERVE_STALE)),
	/** The annotation on an entry that does not expire meanwhile. */
	STAMPEDE_WARM("Stampede, warm hits only",
			(settings, source) -> StampedeContender.start(settings.withoutExpiry(), source, OnLose.POLL)),
	/** Spring's cache abstraction as Boot sets it up. */
	CACHEABLE("`@Cacheable(sync = true)` on Redis", CacheableContender::onRedis),
	/** The same, with the writer that locks. */
	LOCKING_WRITER("the same with the locking writer", CacheableContender::onLockedRedis),
	/** JetCache, with what it has against herds. */
	JETCACHE("JetCache, penetration protection", JetCacheContender::start),
	/** A lock of Redisson's around a look-up. */
	REDISSON("Redisson `RLock` around a look-up", RedissonContender::start),
	/** A lock of Spring Integration's around a look-up. */
	LOCK_REGISTRY("Spring Integration `RedisLockRegistry`", LockRegistryContender::spinning),
	/** The same, woken by messages. */
	LOCK_REGISTRY_MESSAGES("the same, `PUB_SUB_LOCK`", LockRegistryContender::listening),
	/** What one finds in articles. */
	TEXTBOOK("the textbook loop", TextbookContender::start);

	private final String title;

	@SuppressWarnings("ImmutableEnumChecker") // references to methods
	private final BiFunction<MemberSettings, SourceClient, Contender> starter;

	Approach(String title, BiFunction<MemberSettings, SourceClient, Contender> starter) {
		this.title = title;
		this.starter = starter;
	}

	String title() {
		return this.title;
	}

	Contender start(MemberSettings settings, SourceClient source) {
		return this.starter.apply(settings, source);
	}

	// Returns all that a herd on a cold key can be let loose on.
	static List<Approach> all() {
		return Stream.of(values())
			.filter((approach) -> approach != STAMPEDE_WARM && approach != STAMPEDE_STALE)
			.toList();
	}

}
