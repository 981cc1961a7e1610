package dev.stampede.autoconfigure;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import dev.stampede.OnLose;
import dev.stampede.StampedeLockedException;
import dev.stampede.StampedeProtected;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.RedisServer;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Protected methods that return a {@link CompletableFuture} or {@link CompletionStage}.
 */
@ExtendWith(RedisExtension.class)
class AsynchronousMethodsTests {

	private final TestRedis redis;

	AsynchronousMethodsTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void noLocksAreLeft() {
		this.redis.assertNoLocksLeft();
	}

	@Test
	void callersOfTwoApplicationsShareOneReadOnOneThread() {
		application().run((first) -> application().run((second) -> {
			Sets sets = first.getBean(Sets.class);
			List<CompletableFuture<List<String>>> answers = onOneThread(() -> IntStream.range(0, 50)
				.mapToObj((i) -> ((i % 2 == 0) ? sets : second.getBean(Sets.class)).find("herd"))
				.toList());
			Sets reader = readerOf("herd", sets, second.getBean(Sets.class));
			assertThat(answers).noneMatch(CompletableFuture::isDone);
			reader.source("herd").complete(List.of("card"));
			assertThat(answers)
				.allSatisfy((answer) -> assertThat(answer.get(30, TimeUnit.SECONDS)).containsExactly("card"));
			assertThat(sets.reads() + second.getBean(Sets.class).reads()).isEqualTo(1);
			assertThat(sets.find("herd").join()).containsExactly("card");
			assertThat(sets.later("herd").toCompletableFuture().join()).isEqualTo("later herd");
		}));
	}

	@Test
	void callReturnsAtOnceThoughRedisHangs() {
		try (RedisServer server = RedisServer.start()) {
			application().withPropertyValues("spring.data.redis.port=" + server.port(), "stampede.redis-timeout=5s")
				.run((context) -> {
					Sets sets = context.getBean(Sets.class);
					sets.source("warm").complete(List.of());
					sets.find("warm").join();
					server.pause();
					List<CompletableFuture<List<String>>> answers = onOneThread(
							() -> IntStream.range(0, 50).mapToObj((i) -> sets.find("key" + i)).toList());
					assertThat(answers).noneMatch(CompletableFuture::isDone);
					server.resume();
					IntStream.range(0, 50).forEach((i) -> sets.source("key" + i).complete(List.of("card")));
					assertThat(answers).allSatisfy((answer) -> assertThat(answer.get(30, TimeUnit.SECONDS)).hasSize(1));
				});
		}
	}

	@Test
	void failureAndThrowAndMissingFutureFailTheFutureAndLeaveNoLock() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			assertThat(sets.broken("fails").toCompletableFuture()).failsWithin(30, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isExactlyInstanceOf(IllegalArgumentException.class)
				.withMessage("fails");
			assertThat(sets.broken("throws").toCompletableFuture()).failsWithin(30, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isExactlyInstanceOf(IllegalArgumentException.class)
				.withMessage("throws");
			assertThat(sets.broken("null").toCompletableFuture()).failsWithin(30, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isExactlyInstanceOf(IllegalStateException.class)
				.withMessageContaining("returned null");
			assertThat(this.redis.locksAndMarks()).isEmpty();
		});
	}

	@Test
	void losersFailFastOrGetTheDefaultToCome() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			CompletableFuture<List<String>> winner = sets.find("lost");
			Awaitility.await().until(() -> sets.isAsked("lost"));
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> sets.findFast("lost").join())
				.withCauseExactlyInstanceOf(StampedeLockedException.class);
			assertThat(sets.findEmpty("lost").join()).isEmpty();
			CompletableFuture<List<String>> loser = sets.findElse("lost");
			Awaitility.await().until(() -> sets.isAsked("default lost"));
			assertThat(loser).isNotDone();
			sets.source("lost").complete(List.of("card"));
			assertThat(winner.join()).containsExactly("card");
			assertThat(loser).isNotDone();
			sets.source("default lost").complete(List.of("other"));
			assertThat(loser.join()).containsExactly("other");
		});
	}

	@Test
	void cancellingTheLastCallerCancelsTheSource() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			CompletableFuture<List<String>> one = sets.find("cancelled");
			CompletableFuture<List<String>> other = sets.find("cancelled");
			Awaitility.await().until(() -> sets.isAsked("cancelled"));
			CompletableFuture<List<String>> source = sets.source("cancelled");
			one.cancel(true);
			assertThat(source).isNotDone();
			other.cancel(true);
			Awaitility.await().until(source::isCancelled);
			Awaitility.await().until(() -> context.getBean(StampedeEngine.class).flights("futures") == 0);
		});
	}

	@Test
	void unlessSeesTheValue() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			assertThat(sets.findUnlessEmpty("").join()).isEmpty();
			assertThat(sets.findUnlessEmpty("card").join()).containsExactly("card");
			assertThat(this.redis.call("EXISTS", this.redis.key("unless::"))).isEqualTo(0L);
			assertThat(this.redis.call("EXISTS", this.redis.key("unless::card"))).isEqualTo(1L);
		});
	}

	@Test
	void asyncMethodIsWaitedForByNoThread() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			List<CompletableFuture<String>> answers = onOneThread(
					() -> IntStream.range(0, 20).mapToObj((i) -> sets.elsewhere("async")).toList());
			assertThat(answers).allSatisfy((answer) -> assertThat(answer.get(30, TimeUnit.SECONDS))
				.startsWith("async on SimpleAsyncTaskExecutor-"));
			assertThat(sets.reads()).isEqualTo(1);
		});
	}

	@Test
	void sourcesThatBlockHoldNobodyElseUp() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			List<CompletableFuture<String>> answers = IntStream.range(0, 80)
				.mapToObj((i) -> sets.blocking("outer" + i, sets))
				.toList();
			assertThat(answers)
				.allSatisfy((answer) -> assertThat(answer.get(60, TimeUnit.SECONDS)).startsWith("later inner"));
		});
	}

	@Test
	void contextOfTheCallerIsBoundWhileTheSourceIsCalled() {
		ThreadLocal<@Nullable String> tenant = new ThreadLocal<>();
		ContextRegistry.getInstance().registerThreadLocalAccessor(new TenantAccessor(tenant));
		try {
			application().withBean(Tenants.class, () -> new Tenants(tenant)).run((context) -> {
				Tenants tenants = context.getBean(Tenants.class);
				tenant.set("one");
				assertThat(tenants.whose("a").join()).isEqualTo("one");
				tenant.set("two");
				assertThat(tenants.whose("b").join()).isEqualTo("two");
				tenant.remove();
				assertThat(tenants.whose("c").join()).isEqualTo("none");
			});
		}
		finally {
			ContextRegistry.getInstance().removeThreadLocalAccessor("tenant");
		}
	}

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, StampedeAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withUserConfiguration(WithAsync.class)
			.withBean(Sets.class);
	}

	// a thread that waited for one answer could not make the next call
	private static <T> List<CompletableFuture<T>> onOneThread(Callable<List<CompletableFuture<T>>> calls)
			throws Exception {
		ExecutorService single = Executors.newSingleThreadExecutor();
		try {
			return single.submit(calls).get(30, TimeUnit.SECONDS);
		}
		finally {
			single.shutdownNow();
		}
	}

	private static Sets readerOf(String id, Sets... candidates) {
		Awaitility.await().until(() -> List.of(candidates).stream().anyMatch((sets) -> sets.isAsked(id)));
		return List.of(candidates).stream().filter((sets) -> sets.isAsked(id)).findFirst().orElseThrow();
	}

	@EnableAsync
	static class WithAsync {

	}

	static class Sets {

		private final AtomicInteger reads = new AtomicInteger();

		private final ConcurrentMap<String, CompletableFuture<List<String>>> sources = new ConcurrentHashMap<>();

		// what the source gives, once it is asked
		CompletableFuture<List<String>> source(String id) {
			return this.sources.computeIfAbsent(id, (key) -> new CompletableFuture<>());
		}

		boolean isAsked(String id) {
			return this.sources.containsKey(id);
		}

		int reads() {
			return this.reads.get();
		}

		@StampedeProtected("futures")
		CompletableFuture<List<String>> find(String id) {
			this.reads.incrementAndGet();
			return source(id);
		}

		@StampedeProtected(cacheName = "futures", onLose = OnLose.FAIL_FAST)
		CompletableFuture<List<String>> findFast(String id) {
			return source(id);
		}

		@StampedeProtected(cacheName = "futures", onLose = OnLose.RETURN_DEFAULT)
		CompletableFuture<List<String>> findEmpty(String id) {
			return source(id);
		}

		@StampedeProtected(cacheName = "futures", onLose = OnLose.RETURN_DEFAULT, fallback = "other")
		CompletableFuture<List<String>> findElse(String id) {
			return source(id);
		}

		CompletableFuture<List<String>> other(String id) {
			return source("default " + id);
		}

		@StampedeProtected("later")
		CompletionStage<String> later(String id) {
			return CompletableFuture.completedStage("later " + id);
		}

		@StampedeProtected(cacheName = "blocking", key = "#id")
		CompletableFuture<String> blocking(String id, Sets self) {
			return CompletableFuture.completedFuture(self.later("inner " + id).toCompletableFuture().join());
		}

		@StampedeProtected("broken")
		@SuppressWarnings("NullAway") // breaks its own promise
		CompletionStage<String> broken(String how) {
			return switch (how) {
				case "fails" -> CompletableFuture.failedStage(new IllegalArgumentException(how));
				case "throws" -> throw new IllegalArgumentException(how);
				default -> null;
			};
		}

		@StampedeProtected(cacheName = "unless", unless = "#result.isEmpty()")
		CompletableFuture<List<String>> findUnlessEmpty(String id) {
			return CompletableFuture.completedFuture(id.isEmpty() ? List.of() : List.of(id));
		}

		@Async
		@StampedeProtected("async")
		CompletableFuture<String> elsewhere(String id) {
			this.reads.incrementAndGet();
			return CompletableFuture.completedFuture(id + " on " + Thread.currentThread().getName());
		}

	}

	record TenantAccessor(ThreadLocal<@Nullable String> tenant) implements ThreadLocalAccessor<String> {

		@Override
		public Object key() {
			return "tenant";
		}

		@Override
		public @Nullable String getValue() {
			return this.tenant.get();
		}

		@Override
		public void setValue(String value) {
			this.tenant.set(value);
		}

		@Override
		public void setValue() {
			this.tenant.remove();
		}

	}

	static class Tenants {

		private final ThreadLocal<@Nullable String> tenant;

		Tenants(ThreadLocal<@Nullable String> tenant) {
			this.tenant = tenant;
		}

		@StampedeProtected("tenants")
		CompletableFuture<String> whose(String id) {
			String current = this.tenant.get();
			return CompletableFuture.completedFuture((current != null) ? current : "none");
		}

	}

}
