package dev.stampede.benchmarks.herd;

import java.util.List;
import java.util.stream.Stream;

import dev.stampede.OnLose;

/**
 * The contenders by their names.
 */
enum Approach {

	/** One cache in each JVM, which is what the others are measured by. */
	CAFFEINE("`@Cacheable(sync = true)` on Caffeine alone") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return CacheableContender.onCaffeine(settings, source);
		}
	},

	/** The annotation; losers wait. */
	STAMPEDE_POLL("Stampede, `POLL`") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return StampedeContender.start(settings, source, OnLose.POLL);
		}
	},

	/** The annotation; losers get the stale copy. */
	STAMPEDE_STALE("Stampede, `SERVE_STALE`") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return StampedeContender.start(settings, source, OnLose.SERVE_STALE);
		}
	},

	/** The annotation on an entry that does not expire meanwhile. */
	STAMPEDE_WARM("Stampede, warm hits only") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return StampedeContender.start(settings.withoutExpiry(), source, OnLose.POLL);
		}
	},

	/** Spring's cache abstraction as Boot sets it up. */
	CACHEABLE("`@Cacheable(sync = true)` on Redis") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return CacheableContender.onRedis(settings, source);
		}
	},

	/** Spring's cache abstraction, with the writer that locks. */
	LOCKING_WRITER("the same with the locking writer") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return CacheableContender.onLockedRedis(settings, source);
		}
	},

	/** JetCache, with what it has against herds. */
	JETCACHE("JetCache, penetration protection") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return JetCacheContender.start(settings, source);
		}
	},

	/** A lock of Redisson's around a look-up. */
	REDISSON("Redisson `RLock` around a look-up") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return RedissonContender.start(settings, source);
		}
	},

	/** A lock of Spring Integration's around a look-up. */
	LOCK_REGISTRY("Spring Integration `RedisLockRegistry`") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return LockRegistryContender.spinning(settings, source);
		}
	},

	/** The same, woken by messages. */
	LOCK_REGISTRY_MESSAGES("the same, `PUB_SUB_LOCK`") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return LockRegistryContender.listening(settings, source);
		}
	},

	/** What one finds in articles. */
	TEXTBOOK("the textbook loop") {
		@Override
		Contender start(MemberSettings settings, SourceClient source) {
			return TextbookContender.start(settings, source);
		}
	};

	private final String title;

	Approach(String title) {
		this.title = title;
	}

	String title() {
		return this.title;
	}

	abstract Contender start(MemberSettings settings, SourceClient source);

	/**
	 * Returns all that a herd on a cold key can be let loose on.
	 */
	static List<Approach> all() {
		return Stream.of(values())
			.filter((approach) -> approach != STAMPEDE_WARM && approach != STAMPEDE_STALE)
			.toList();
	}

}
