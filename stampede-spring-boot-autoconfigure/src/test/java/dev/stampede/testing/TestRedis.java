package dev.stampede.testing;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shared Redis as one test class sees it: an address, and a key prefix nobody else
 * uses. The keys below the prefix are removed when the class ends.
 *
 * @see RedisExtension
 */
public final class TestRedis implements AutoCloseable {

	private static final Duration LEFTOVER_LIMIT = Duration.ofSeconds(10);

	private final SharedRedis server;

	private final String keyPrefix;

	TestRedis(SharedRedis server, String keyPrefix) {
		this.server = server;
		this.keyPrefix = keyPrefix;
	}

	/**
	 * Returns the host of the server.
	 * @return the host
	 */
	public String host() {
		return this.server.host();
	}

	/**
	 * Returns the port of the server.
	 * @return the port
	 */
	public int port() {
		return this.server.port();
	}

	/**
	 * Returns the prefix of the keys of this test class, ending in a colon.
	 * @return the prefix
	 */
	public String keyPrefix() {
		return this.keyPrefix;
	}

	/**
	 * Returns a key of this test class.
	 * @param name the rest of the key
	 * @return the prefix and the name
	 */
	public String key(String name) {
		return this.keyPrefix + name;
	}

	/**
	 * Returns what an application context needs to use this server and prefix.
	 * @return pairs of the form {@code name=value}
	 */
	public String[] properties() {
		return new String[] { "spring.data.redis.host=" + host(), "spring.data.redis.port=" + port(),
				"stampede.key-prefix=" + this.keyPrefix };
	}

	/**
	 * Sends one command on a connection of its own.
	 * @param command the command and its arguments
	 * @return the reply, see {@link RespClient#call(String...)}
	 */
	public @Nullable Object call(String... command) {
		try (RespClient client = connect()) {
			return client.call(command);
		}
	}

	/**
	 * Opens a connection without a driver.
	 * @return the connection
	 */
	public RespClient connect() {
		return RespClient.connect(host(), port());
	}

	/**
	 * Listens to all commands the server runs.
	 * @return the monitor, already listening
	 */
	public RedisMonitor monitor() {
		return RedisMonitor.open(host(), port());
	}

	/**
	 * Returns the locks and waiters' marks below the prefix, sorted.
	 * @return the keys
	 */
	public List<String> locksAndMarks() {
		try (RespClient client = connect()) {
			return Stream.of("lock:*", "wait:*")
				.flatMap((pattern) -> client.keys(pattern).stream())
				.filter(this::isOurs)
				.toList();
		}
	}

	/**
	 * Asserts that no lock and no waiters' mark stays below the prefix; those that are
	 * about to go are given ten seconds.
	 */
	public void assertNoLocksLeft() {
		Awaitility.await("locks and waiters' marks to go")
			.atMost(LEFTOVER_LIMIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(20))
			.untilAsserted(() -> assertThat(locksAndMarks()).isEmpty());
	}

	/**
	 * Removes every key of this test class.
	 */
	public void clear() {
		try (RespClient client = connect()) {
			client.keys("*").stream().filter(this::isOurs).forEach((key) -> client.call("DEL", key));
		}
	}

	@Override
	public void close() {
		clear();
	}

	/**
	 * Matches the key itself, {@code lock:{key}} and {@code lock:{tag}:key}.
	 */
	private boolean isOurs(String key) {
		return key.startsWith(this.keyPrefix) || key.contains("{" + this.keyPrefix)
				|| key.contains("}:" + this.keyPrefix);
	}

}
