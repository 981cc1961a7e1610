package dev.stampede.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import dev.stampede.testing.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers of keys that nobody asked for before, without a Redis: nothing but the flights
 * of the one JVM protects the source.
 */
class FirstCallersTests {

	private static final int KEYS = 1000;

	private static final int CALLERS = 50;

	@Test
	void firstCallersOfAKeyShareOneReadHoweverTheyMeet() throws Exception {
		ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
		try (AppInstance app = ManyKeys.withoutRedis()) {
			AtomicInteger reads = new AtomicInteger();
			CyclicBarrier barrier = new CyclicBarrier(CALLERS);
			List<Future<?>> running = new ArrayList<>();
			for (int i = 0; i < CALLERS; i++) {
				running.add(callers.submit(() -> {
					for (int key = 0; key < KEYS; key++) {
						int others = (CALLERS - 1) * (key + 1);
						barrier.await(60, TimeUnit.SECONDS);
						String found = app.get("key " + key, () -> {
							// nothing is kept, so that all must have come before it ends
							Awaitility.await()
								.atMost(60, TimeUnit.SECONDS)
								.pollDelay(Duration.ZERO)
								.pollInterval(Duration.ofMillis(1))
								.until(() -> app.events().count("coalesced") == others);
							return "read " + reads.incrementAndGet();
						});
						assertThat(found).isEqualTo("read " + (key + 1));
					}
					return true;
				}));
			}
			for (Future<?> each : running) {
				each.get(120, TimeUnit.SECONDS);
			}
			assertThat(reads).hasValue(KEYS);
			assertThat(app.engine().flights(AppInstance.CACHE)).isZero();
		}
		finally {
			callers.shutdownNow();
		}
	}

	@Test
	void keysThatWereAskedForOnceLeaveNothingInMemory() throws Exception {
		assertThat(new ChildJvm().options("-Xmx48m").run(ManyKeys.class.getName(), "400000"))
			.containsExactly("failures 100000", "flights 0");
	}

}
