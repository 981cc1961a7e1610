package dev.stampede.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.script.DefaultRedisScript;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * The scripts of the protocol, each one atomic step. They lie beside this class as
 * {@code .lua} files.
 *
 * @param acquire takes the lock unless a fresh entry is there
 * @param fill writes the entry and gives up the lock
 * @param discard deletes the entry and gives up the lock
 * @param fail ends a regeneration whose source failed
 * @param release gives up the lock
 * @param renew extends the lock
 * @param evict deletes entry and lock
 * @param seize deletes the entry and takes the lock from whoever holds it
 * @param inspect looks at lock and entry
 * @since 0.1.0
 */
public record StampedeScripts(RedisScript<List<?>> acquire, RedisScript<Long> fill, RedisScript<Long> discard,
		RedisScript<List<?>> fail, RedisScript<Long> release, RedisScript<Long> renew, RedisScript<Long> evict,
		RedisScript<Long> seize, RedisScript<List<?>> inspect) {

	/**
	 * Loads the scripts from the class path.
	 * @return the scripts
	 */
	public static StampedeScripts load() {
		return new StampedeScripts(list("acquire"), number("fill"), number("discard"), list("fail"), number("release"),
				number("renew"), number("evict"), number("seize"), list("inspect"));
	}

	@SuppressWarnings("unchecked")
	private static RedisScript<List<?>> list(String name) {
		return script(name, (Class<List<?>>) (Class<?>) List.class);
	}

	private static RedisScript<Long> number(String name) {
		return script(name, Long.class);
	}

	private static <T> RedisScript<T> script(String name, Class<T> replyType) {
		ClassPathResource file = new ClassPathResource(name + ".lua", StampedeScripts.class);
		try {
			return new DefaultRedisScript<>(file.getContentAsString(StandardCharsets.UTF_8), replyType);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
