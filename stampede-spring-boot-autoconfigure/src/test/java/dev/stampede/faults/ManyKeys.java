package dev.stampede.faults;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import dev.stampede.testing.ChildJvm;
import dev.stampede.testing.RedisDriverKind;

/**
 * A program that asks for each of many keys once, without a Redis.
 */
public final class ManyKeys {

	private ManyKeys() {
	}

	/**
	 * Asks, and prints what failed and what is left.
	 * @param args the number of keys
	 */
	public static void main(String[] args) {
		int keys = Integer.parseInt(args[0]);
		int failures = 0;
		try (AppInstance app = withoutRedis()) {
			for (int key = 0; key < keys; key++) {
				failures += (call(app, key) != null) ? 0 : 1;
			}
			AppInstance.until(() -> app.engine().flights(AppInstance.CACHE) == 0);
			System.out.println(ChildJvm.MARK + "failures " + failures);
			System.out.println(ChildJvm.MARK + "flights " + app.engine().flights(AppInstance.CACHE));
		}
	}

	// two values, a failure, and a call that is cancelled, in turns
	private static @Nullable Object call(AppInstance app, int key) {
		if (key % 4 == 3) {
			CompletableFuture<@Nullable String> call = app.operations()
				.getAsync(AppInstance.CACHE, key, String.class, CompletableFuture::new);
			return call.cancel(true);
		}
		try {
			return app.operations().get(AppInstance.CACHE, key, String.class, () -> {
				if (key % 4 == 2) {
					throw new IllegalStateException("failed");
				}
				return "value";
			});
		}
		catch (IllegalStateException ex) {
			return null;
		}
	}

	static AppInstance withoutRedis() {
		return AppInstance.on(RedisDriverKind.LETTUCE.standalone(new RedisStandaloneConfiguration("localhost", 1)),
				(store) -> store.retryAfter(Duration.ofMinutes(10)));
	}

}
