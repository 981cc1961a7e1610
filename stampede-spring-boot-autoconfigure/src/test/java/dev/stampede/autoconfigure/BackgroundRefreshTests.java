package dev.stampede.autoconfigure;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.micrometer.context.ContextRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the background refresh in whole applications: how much of it there can be,
 * what callers get meanwhile, and in whose context it runs.
 */
@ExtendWith(RedisExtension.class)
class BackgroundRefreshTests {

	private static final int KEYS = 2000;

	private static final int HITS = 5;

	private static final int THREADS = 4;

	private static final int QUEUE = 100;

	private static final int CALLERS = 50;

	private final TestRedis redis;

	private final Events events = new Events();

	private final AtomicInteger reads = new AtomicInteger();

	BackgroundRefreshTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void nothingIsLeft() {
		this.redis.assertNoLocksLeft();
		this.redis.clear();
	}

	@Test
	void refreshesOfManyStaleKeysAreBoundedAndTheRestIsServedStale() {
		application()
			.withPropertyValues("stampede.defaults.ttl=1ms", "stampede.refresh-threads=" + THREADS,
					"stampede.refresh-queue=" + QUEUE)
			.run((context) -> {
				StampedeOperations operations = context.getBean(StampedeOperations.class);
				for (int key = 0; key < KEYS; key++) {
					operations.get("prices", key, String.class, this::read);
				}
				CountDownLatch gate = new CountDownLatch(1);
				ThreadPoolExecutor executor = context.getBean("stampedeRefreshExecutor", ThreadPoolExecutor.class);
				for (int hit = 0; hit < HITS; hit++) {
					for (int key = 0; key < KEYS; key++) {
						assertThat(operations.<String>get("prices", key, String.class, () -> {
							assertThat(gate.await(120, TimeUnit.SECONDS)).isTrue();
							return read();
						})).isEqualTo("v1");
					}
				}
				assertThat(this.events.count("requested.STALE")).isEqualTo(KEYS * HITS);
				assertThat(executor.getQueue()).hasSize(QUEUE);
				assertThat(executor.getPoolSize()).isEqualTo(THREADS);
				assertThat(this.events.rejected).hasValue((KEYS - QUEUE - THREADS) * HITS);
				assertThat(this.reads).hasValue(KEYS);
				gate.countDown();
				Awaitility.await()
					.atMost(30, TimeUnit.SECONDS)
					.until(() -> this.reads.get() == KEYS + QUEUE + THREADS && executor.getActiveCount() == 0);
				assertThat(executor.getCompletedTaskCount()).isEqualTo(QUEUE + THREADS);
			});
	}

	@Test
	void staleCopyIsServedUntilTheNewValueReplacesIt() {
		application().withPropertyValues("stampede.defaults.ttl=1ms")
			.run((context) -> context.getBean(StampedeOperations.class).get("prices", "hot", String.class, this::read));
		application().run((context) -> {
			StampedeOperations operations = context.getBean(StampedeOperations.class);
			CountDownLatch begun = new CountDownLatch(CALLERS);
			AtomicBoolean over = new AtomicBoolean();
			Queue<String> wrong = new ConcurrentLinkedQueue<>();
			ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
			try {
				List<Future<?>> running = IntStream.range(0, CALLERS).<Future<?>>mapToObj((i) -> callers.submit(() -> {
					boolean replaced = false;
					begin(begun);
					while (!over.get()) {
						String found = operations.get("prices", "hot", String.class, () -> {
							Awaitility.await()
								.atMost(30, TimeUnit.SECONDS)
								.until(() -> this.events.count("requested.STALE") > 10 * CALLERS);
							return "v" + this.reads.incrementAndGet();
						});
						if (!"v2".equals(found) && (replaced || !"v1".equals(found))) {
							wrong.add(found + (replaced ? " after v2" : ""));
						}
						replaced |= "v2".equals(found);
					}
				})).toList();
				Awaitility.await()
					.atMost(30, TimeUnit.SECONDS)
					.until(() -> this.events.count("requested.HIT") > 50 * CALLERS);
				over.set(true);
				for (Future<?> each : running) {
					each.get(30, TimeUnit.SECONDS);
				}
			}
			finally {
				over.set(true);
				callers.shutdownNow();
			}
			assertThat(wrong).isEmpty();
			assertThat(this.events.count("sourceRead.SUCCESS")).isEqualTo(2);
			assertThat(this.events.count("requested.ERROR")).isZero();
		});
	}

	@Test
	void refreshSeesTheContextOfWhoTriggeredIt() {
		ThreadLocal<String> tenant = new ThreadLocal<>();
		ContextRegistry.getInstance().registerThreadLocalAccessor("tenant", tenant);
		try {
			application().withPropertyValues("stampede.defaults.ttl=1ms", "stampede.refresh-threads=1")
				.withBean(Tenants.class, () -> new Tenants(tenant))
				.run((context) -> {
					Tenants tenants = context.getBean(Tenants.class);
					tenants.find("a");
					tenants.seen().clear();
					for (String each : new String[] { "one", "two", "three", "" }) {
						int before = this.events.count("released.FILLED");
						// a call while the last refresh comes to its end triggers none
						Awaitility.await().until(() -> {
							if (!each.isEmpty()) {
								tenant.set(each);
							}
							tenants.find("a");
							tenant.remove();
							return this.events.count("released.FILLED") > before;
						});
					}
					assertThat(tenants.seen()).hasSizeGreaterThanOrEqualTo(4).containsOnly("refresh none");
					ExecutorService executor = context.getBean("stampedeRefreshExecutor", ExecutorService.class);
					assertThat(executor.submit(() -> tenant.get() == null).get(10, TimeUnit.SECONDS)).isTrue();
				});
		}
		finally {
			ContextRegistry.getInstance().removeThreadLocalAccessor("tenant");
		}
	}

	private String read() {
		this.reads.incrementAndGet();
		return "v1";
	}

	private static void begin(CountDownLatch begun) {
		begun.countDown();
		try {
			begun.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s", "stampede.defaults.refresh=background",
					"stampede.defaults.lock-ttl=10m", "stampede.defaults.lock-max-hold=10m")
			.withBean(Events.class, () -> this.events);
	}

	/** Counts rejected refreshes too. */
	private static final class Events extends EventCounts {

		private final AtomicInteger rejected = new AtomicInteger();

		@Override
		public void refreshRejected(String cacheName) {
			this.rejected.incrementAndGet();
		}

	}

	/** A source that tells in whose context it is read. */
	static class Tenants {

		private final Queue<String> seen = new ConcurrentLinkedQueue<>();

		private final ThreadLocal<String> tenant;

		Tenants(ThreadLocal<String> tenant) {
			this.tenant = tenant;
		}

		Queue<String> seen() {
			return this.seen;
		}

		@StampedeProtected
		String find(String id) {
			boolean refresh = Thread.currentThread().getName().startsWith("stampede-refresh-");
			String bound = this.tenant.get();
			this.seen.add((refresh ? "refresh " : "caller ") + ((bound != null) ? bound : "none"));
			return id;
		}

	}

}
