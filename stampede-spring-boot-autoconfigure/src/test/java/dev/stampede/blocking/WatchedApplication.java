package dev.stampede.blocking;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingMethod;
import reactor.core.publisher.Mono;

import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.autoconfigure.StampedeAutoConfiguration;
import dev.stampede.testing.ChildJvm;
import dev.stampede.testing.RedisServer;

/**
 * Makes asynchronous calls on one thread while Redis answers, hangs, is dead and comes
 * back, and reports what blocked that thread or an event loop.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({ StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
		AopAutoConfiguration.class })
public class WatchedApplication {

	private static final int CALLS = 100;

	private static final String CALLER = "watched-caller-";

	private static final List<String> blocked = new CopyOnWriteArrayList<>();

	/**
	 * Runs all of it.
	 * @param args none
	 * @throws Exception if something fails
	 */
	public static void main(String[] args) throws Exception {
		// what a thread does while it is idle, and sections that end at once, are no
		// waits
		BlockHound.install((builder) -> builder
			.nonBlockingThreadPredicate((current) -> current.or(WatchedApplication::mustNotBlock))
			.allowBlockingCallsInside(SecureRandom.class.getName(), "nextBytes")
			.allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "getTask")
			.allowBlockingCallsInside("io.netty.buffer.AdaptivePoolingAllocator", "allocate")
			.allowBlockingCallsInside("java.util.concurrent.locks.ReentrantLock", "lock")
			.blockingMethodCallback(WatchedApplication::record));
		prove("lettuce-proof");
		prove(CALLER + "proof");
		report("proof blocked "
				+ blocked.stream().map((call) -> call.substring(0, call.indexOf(':'))).distinct().count());
		blocked.clear();
		ExecutorService caller = Executors.newSingleThreadExecutor((task) -> new Thread(task, CALLER + "thread"));
		try (RedisServer server = RedisServer.start();
				ConfigurableApplicationContext context = new SpringApplicationBuilder(WatchedApplication.class)
					.web(WebApplicationType.NONE)
					.bannerMode(Banner.Mode.OFF)
					.properties("spring.data.redis.port=" + server.port(), "stampede.redis-retry-after=100ms",
							"stampede.caches.stale.ttl=1ms")
					.run()) {
			Calls calls = new Calls(context, caller);
			context.getBean(StampedeOperations.class).put("calls", "warm", "up");
			calls.make("cold", "one");
			calls.make("hits", "one");
			calls.make("stale", "one");
			server.pause();
			calls.make("hanging", "two");
			server.resume();
			server.kill();
			calls.make("dead", "three");
			server.restart();
			calls.make("restarted", "four");
		}
		caller.shutdownNow();
		blocked.forEach((call) -> report("blocked by " + call));
		report("blocked " + blocked.size());
	}

	@Bean
	WatchedPrices prices() {
		return new WatchedPrices();
	}

	private static boolean mustNotBlock(Thread thread) {
		return thread.getName().startsWith("lettuce-") || thread.getName().startsWith(CALLER);
	}

	private static void record(BlockingMethod method) {
		StringBuilder call = new StringBuilder(Thread.currentThread().getName() + ": " + method);
		StackWalker.getInstance().forEach((frame) -> call.append(" < ").append(frame));
		blocked.add(call.toString());
	}

	private static void prove(String name) throws InterruptedException {
		Thread thread = new Thread(() -> LockSupport.parkNanos(1), name);
		thread.start();
		thread.join();
	}

	private static void report(String line) {
		System.out.println(ChildJvm.MARK + line);
	}

	/**
	 * The calls of one phase, all made by one thread.
	 *
	 * @param context the application
	 * @param caller the thread
	 */
	private record Calls(ConfigurableApplicationContext context, ExecutorService caller) {

		void make(String phase, String key) throws Exception {
			WatchedPrices prices = this.context.getBean(WatchedPrices.class);
			StampedeOperations operations = this.context.getBean(StampedeOperations.class);
			List<CompletableFuture<?>> answers = this.caller.submit(() -> {
				List<CompletableFuture<?>> started = new ArrayList<>();
				for (int i = 0; i < CALLS / 4; i++) {
					started.add(prices.find(key));
					started.add(prices.findMono(key).toFuture());
					started.add(prices.findStale(key));
					started.add(operations.<String>getAsync("calls", key + i % 5, String.class,
							() -> CompletableFuture.completedFuture("read")));
				}
				return started;
			}).get(30, TimeUnit.SECONDS);
			for (CompletableFuture<?> answer : answers) {
				answer.get(30, TimeUnit.SECONDS);
			}
			report(phase + " answered " + answers.size());
		}

	}

	/** Asynchronous sources. */
	static class WatchedPrices {

		private final AtomicInteger reads = new AtomicInteger();

		@StampedeProtected(cacheName = "futures", key = "#id + 'f'")
		CompletableFuture<String> find(String id) {
			return CompletableFuture.completedFuture(id + this.reads.incrementAndGet());
		}

		@StampedeProtected(cacheName = "stale")
		CompletableFuture<String> findStale(String id) {
			return CompletableFuture.completedFuture(id + this.reads.incrementAndGet());
		}

		@StampedeProtected(cacheName = "monos")
		Mono<String> findMono(String id) {
			return Mono.delay(Duration.ofMillis(20)).map((tick) -> id + this.reads.incrementAndGet());
		}

	}

}
