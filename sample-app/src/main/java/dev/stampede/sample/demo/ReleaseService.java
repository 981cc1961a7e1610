package dev.stampede.sample.demo;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.stereotype.Service;

import dev.stampede.redis.StampedeScripts;
import dev.stampede.sample.demo.ReleaseReport.Ownership;
import dev.stampede.sample.demo.ReleaseReport.Way;

/**
 * Releases on demand, with the scripts that the store uses, on keys and with tokens of
 * their own.
 */
@Service
class ReleaseService {

	private static final Duration LONG = Duration.ofSeconds(30);

	private static final Duration SHORT = Duration.ofMillis(50);

	private static final long WON = 1;

	private final RedisTemplate<String, byte[]> redis;

	private final StampedeScripts scripts;

	private final String keyPrefix;

	ReleaseService(@Qualifier("stampedeRedisTemplate") RedisTemplate<String, byte[]> redis,
			@Qualifier("stampedeScripts") StampedeScripts scripts,
			@Value("${stampede.key-prefix:stampede:}") String keyPrefix) {
		this.redis = redis;
		this.scripts = scripts;
		this.keyPrefix = keyPrefix;
	}

	ReleaseReport run(Ownership ownership, Way way) throws InterruptedException {
		Keys keys = Keys.of(this.keyPrefix + "release::" + UUID.randomUUID().toString().substring(0, 8));
		try {
			String token = token("first");
			boolean owned = ownership == Ownership.OWNED;
			acquire(keys, token, owned ? LONG : SHORT);
			if (!owned) {
				awaitExpiry(keys);
				acquire(keys, token("second"), LONG);
			}
			String found = holder(keys);
			long reply = (way == Way.SCRIPT) ? release(keys, token) : delete(keys);
			String after = holder(keys);
			boolean thirdWon = acquire(keys, token("third"), LONG);
			return new ReleaseReport(ownership, way, keys.lock(), token, found, token.equals(found), reply, after,
					thirdWon);
		}
		finally {
			this.redis.delete(keys.all());
		}
	}

	private boolean acquire(Keys keys, String token, Duration life) {
		List<?> reply = this.redis.execute(this.scripts.acquire(), keys.all(), bytes(token),
				bytes(String.valueOf(life.toMillis())), bytes("0"));
		return reply.get(0).equals(WON);
	}

	private void awaitExpiry(Keys keys) throws InterruptedException {
		while (holder(keys) != null) {
			Thread.sleep(SHORT.toMillis());
		}
	}

	private @Nullable String holder(Keys keys) {
		byte[] token = this.redis.opsForValue().get(keys.lock());
		return (token != null) ? new String(token, StandardCharsets.US_ASCII) : null;
	}

	private long release(Keys keys, String token) {
		return this.redis.execute(this.scripts.release(), List.of(keys.lock()), bytes(token));
	}

	private long delete(Keys keys) {
		return this.redis.delete(keys.lock()) ? 1 : 0;
	}

	private static String token(String holder) {
		return holder + ":" + UUID.randomUUID().toString().replace("-", "");
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * The keys of an entry, as the store names them.
	 *
	 * @param lock of the lock
	 * @param entry of the entry
	 * @param waiting of the waiters' mark
	 */
	private record Keys(String lock, String entry, String waiting) {

		static Keys of(String entry) {
			return new Keys("lock:{" + entry + "}", entry, "wait:{" + entry + "}");
		}

		List<String> all() {
			return List.of(this.lock, this.entry, this.waiting);
		}

	}

}
