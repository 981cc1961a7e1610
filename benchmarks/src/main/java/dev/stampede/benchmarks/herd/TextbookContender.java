package dev.stampede.benchmarks.herd;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

import dev.stampede.testing.fleet.SourceClient;

/**
 * The loop that articles recommend: {@code SET NX PX}, a sleep, another look, and a
 * release that compares the token.
 *
 * @param template where values and locks are
 * @param settings what is common
 * @param source the source
 */
record TextbookContender(StringRedisTemplate template, MemberSettings settings,
		SourceClient source) implements Contender {

	private static final RedisScript<Long> RELEASE = RedisScript
		.of("if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0", Long.class);

	static Contender start(MemberSettings settings, SourceClient source) {
		return new TextbookContender(new StringRedisTemplate(settings.connectionFactory()), settings, source);
	}

	@Override
	public String get(String key) {
		String value = find(key);
		while (value == null) {
			String token = UUID.randomUUID().toString();
			if (Boolean.TRUE.equals(
					this.template.opsForValue().setIfAbsent("textbook-lock:" + key, token, this.settings.lease()))) {
				return load(key, token);
			}
			pause();
			value = find(key);
		}
		return value;
	}

	@Override
	public void evict(String key) {
		this.template.delete("textbook:" + key);
	}

	private @Nullable String find(String key) {
		return this.template.opsForValue().get("textbook:" + key);
	}

	private String load(String key, String token) {
		try {
			String value = find(key);
			if (value == null) {
				value = this.source.read(key);
				this.template.opsForValue().set("textbook:" + key, value, this.settings.ttl());
			}
			return value;
		}
		finally {
			this.template.execute(RELEASE, List.of("textbook-lock:" + key), token);
		}
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(50);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting", ex);
		}
	}

}
