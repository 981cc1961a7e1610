package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

import dev.stampede.OnLose;
import dev.stampede.StampedeLockedException;
import dev.stampede.StampedeProtected;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.RedisMonitor;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Protected methods that return a {@link Mono} or a {@link Flux}.
 */
@ExtendWith(RedisExtension.class)
class ReactiveMethodsTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	private final TestRedis redis;

	ReactiveMethodsTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void noLocksAreLeft() {
		this.redis.assertNoLocksLeft();
	}

	@Test
	void nothingHappensBeforeSubscriptionAndEachSubscriptionIsACall() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			try (RedisMonitor monitor = this.redis.monitor()) {
				Mono<String> mono = sets.count("cold");
				assertThat(sets.reads()).isZero();
				assertThat(monitor.sent(this.redis.key(""))).isEmpty();
				assertThat(mono.block(LONG)).isEqualTo("cold 1");
				assertThat(mono.block(LONG)).isEqualTo("cold 1");
				assertThat(sets.reads()).isEqualTo(1);
			}
		});
	}

	@Test
	void subscribersOfTwoApplicationsShareOneReadAndBlockNoThread() {
		Scheduler single = Schedulers.newSingle("event-loop");
		try {
			application().run((first) -> application().run((second) -> {
				Sets sets = first.getBean(Sets.class);
				Sets others = second.getBean(Sets.class);
				// each is subscribed on the one thread, which must not wait for any of
				// them
				List<Mono<String>> calls = IntStream.range(0, 50)
					.mapToObj((i) -> ((i % 2 == 0) ? sets : others).hot("herd").subscribeOn(single))
					.toList();
				Mono<List<String>> all = Flux.merge(Flux.fromIterable(calls), 50).collectList().cache();
				Disposable subscription = all.subscribe();
				Awaitility.await().until(() -> sets.isAsked("herd") || others.isAsked("herd"));
				Awaitility.await().until(() -> engine(first) + engine(second) == 2);
				assertThat(Mono.just("free").subscribeOn(single).block(LONG)).isEqualTo("free");
				(sets.isAsked("herd") ? sets : others).source("herd").tryEmitValue("card");
				assertThat(all.block(LONG)).hasSize(50).containsOnly("card");
				assertThat(sets.reads() + others.reads()).isEqualTo(1);
				subscription.dispose();
			}));
		}
		finally {
			single.dispose();
		}
	}

	@Test
	void emptyMonoIsStoredAsNullAndComesBackEmpty() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			assertThat(sets.none("a").blockOptional(LONG)).isEmpty();
			assertThat(sets.none("a").blockOptional(LONG)).isEmpty();
			assertThat(sets.reads()).isEqualTo(1);
		});
	}

	@Test
	void fluxIsCollectedAndReplayedFromRedis() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			assertThat(sets.cards("a").collectList().block(LONG)).containsExactly(new Card("a", 1), new Card("a", 2));
			assertThat(sets.cards("a").collectList().block(LONG)).containsExactly(new Card("a", 1), new Card("a", 2));
			assertThat(sets.reads()).isEqualTo(1);
			assertThat(this.redis.call("GET", this.redis.key("cards::a"))).asString().contains("\"name\":\"a\"");
		});
	}

	@Test
	void errorsComeOutAsTheyWere() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			assertThatExceptionOfType(IllegalArgumentException.class)
				.isThrownBy(() -> sets.broken("signalled").block(LONG))
				.withMessage("signalled");
			assertThatExceptionOfType(IllegalArgumentException.class)
				.isThrownBy(() -> sets.broken("thrown").block(LONG))
				.withMessage("thrown");
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> sets.broken("null").block(LONG))
				.withMessageContaining("returned null");
			assertThat(this.redis.locksAndMarks()).isEmpty();
		});
	}

	@Test
	void cancellingOneSubscriberLetsTheOthersHaveTheValue() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			Disposable first = sets.hot("cancelled").subscribe();
			Awaitility.await().until(() -> sets.isAsked("cancelled"));
			Mono<String> second = sets.hot("cancelled").cache();
			Disposable stays = second.subscribe();
			first.dispose();
			sets.source("cancelled").tryEmitValue("card");
			assertThat(second.block(LONG)).isEqualTo("card");
			assertThat(sets.reads()).isEqualTo(1);
			stays.dispose();
		});
	}

	@Test
	void cancellingTheLastSubscriberCancelsTheSource() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			Disposable first = sets.hot("left").subscribe();
			Awaitility.await().until(() -> sets.isAsked("left") && sets.source("left").currentSubscriberCount() == 1);
			first.dispose();
			Awaitility.await().until(() -> sets.source("left").currentSubscriberCount() == 0);
			Awaitility.await().until(() -> engine(context) == 0);
		});
	}

	@Test
	void losersFailFastOrGetTheDefaultToCome() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			Disposable winner = sets.hot("lost").subscribe();
			Awaitility.await().until(() -> sets.isAsked("lost"));
			assertThatExceptionOfType(StampedeLockedException.class)
				.isThrownBy(() -> sets.hotOrFail("lost").block(LONG));
			assertThat(sets.hotOrNothing("lost").blockOptional(LONG)).isEmpty();
			assertThat(sets.hotOrElse("lost").block(LONG)).isEqualTo("else lost");
			sets.source("lost").tryEmitValue("card");
			assertThat(sets.hot("lost").block(LONG)).isEqualTo("card");
			winner.dispose();
		});
	}

	@Test
	void contextOfTheSubscriberIsThatOfTheMethod() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			assertThat(sets.tenant("a").contextWrite(Context.of("tenant", "one")).block(LONG)).isEqualTo("one");
			assertThat(sets.tenant("b").contextWrite(Context.of("tenant", "two")).block(LONG)).isEqualTo("two");
		});
	}

	@Test
	void callOfTheSameKeyInsideItsReadRunsTheMethod() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			assertThat(sets.recursive("a", sets).block(LONG)).isEqualTo("outer inner");
			assertThat(sets.reads()).isEqualTo(2);
		});
	}

	private static int engine(ApplicationContext context) {
		return context.getBean(StampedeEngine.class).flights("hot");
	}

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, StampedeAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withBean(Sets.class);
	}

	record Card(String name, int number) {

	}

	static class Sets {

		private final AtomicInteger reads = new AtomicInteger();

		private final ConcurrentMap<String, Sinks.One<String>> sources = new ConcurrentHashMap<>();

		int reads() {
			return this.reads.get();
		}

		boolean isAsked(String id) {
			return this.sources.containsKey(id);
		}

		// what the source gives, once it is asked
		Sinks.One<String> source(String id) {
			return this.sources.computeIfAbsent(id, (key) -> Sinks.one());
		}

		@StampedeProtected("counted")
		Mono<String> count(String id) {
			return Mono.fromSupplier(() -> id + " " + this.reads.incrementAndGet());
		}

		@StampedeProtected("hot")
		Mono<String> hot(String id) {
			this.reads.incrementAndGet();
			return source(id).asMono();
		}

		@StampedeProtected(cacheName = "hot", onLose = OnLose.FAIL_FAST)
		Mono<String> hotOrFail(String id) {
			return source(id).asMono();
		}

		@StampedeProtected(cacheName = "hot", onLose = OnLose.RETURN_DEFAULT)
		Mono<String> hotOrNothing(String id) {
			return source(id).asMono();
		}

		@StampedeProtected(cacheName = "hot", onLose = OnLose.RETURN_DEFAULT, fallback = "other")
		Mono<String> hotOrElse(String id) {
			return source(id).asMono();
		}

		Mono<String> other(String id) {
			return Mono.delay(Duration.ofMillis(1)).map((tick) -> "else " + id);
		}

		@StampedeProtected("none")
		Mono<String> none(String id) {
			this.reads.incrementAndGet();
			return Mono.empty();
		}

		@StampedeProtected("cards")
		Flux<Card> cards(String id) {
			this.reads.incrementAndGet();
			return Flux.just(new Card(id, 1), new Card(id, 2));
		}

		@StampedeProtected("broken")
		@SuppressWarnings("NullAway") // breaks its own promise
		Mono<String> broken(String how) {
			return switch (how) {
				case "signalled" -> Mono.error(new IllegalArgumentException(how));
				case "thrown" -> throw new IllegalArgumentException(how);
				default -> null;
			};
		}

		@StampedeProtected("tenant")
		Mono<String> tenant(String id) {
			return Mono.deferContextual((context) -> Mono.just(context.get("tenant")));
		}

		@StampedeProtected(cacheName = "recursive", key = "#id")
		Mono<String> recursive(String id, Sets self) {
			return Mono.just(id)
				.publishOn(Schedulers.parallel())
				.flatMap((read) -> (this.reads.incrementAndGet() == 1)
						? self.recursive(id, self).map((inner) -> "outer " + inner) : Mono.just("inner"));
		}

	}

}
