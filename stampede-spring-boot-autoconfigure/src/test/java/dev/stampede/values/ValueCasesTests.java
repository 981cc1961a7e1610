package dev.stampede.values;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.stampede.StampedeProtected;
import dev.stampede.autoconfigure.StampedeAutoConfiguration;
import dev.stampede.event.StampedeListener;
import dev.stampede.test.Herd;
import dev.stampede.test.StampedeEvents;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keys and values of annotated methods, in one application and in two.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class ValueCasesTests {

	private final AtomicInteger reads = new AtomicInteger();

	private final LostSignal lost = new LostSignal();

	private final TestRedis redis;

	ValueCasesTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void clear() {
		this.redis.clear();
	}

	@Test
	void methodsWithEqualArgumentsHaveEntriesOfTheirOwn() {
		application().run((context) -> {
			Catalogue catalogue = context.getBean(Catalogue.class);
			for (int i = 0; i < 2; i++) {
				assertThat(catalogue.findPrice(1)).isEqualTo(Price.ONE);
				assertThat(catalogue.findStock(1)).isEqualTo(Stock.SOME);
				assertThat(catalogue.find(1)).isEqualTo("number");
				assertThat(catalogue.find("1")).isEqualTo("text");
			}
			assertThat(this.reads).hasValue(4);
		});
	}

	@Test
	void collectionsAreKeysByTheirContent() {
		application().run((context) -> {
			Catalogue catalogue = context.getBean(Catalogue.class);
			for (int i = 0; i < 2; i++) {
				for (Collection<String> ids : List.<Collection<String>>of(List.of("x", "y"), Set.of("x", "y"),
						List.of(), List.of(""))) {
					assertThat(catalogue.search(ids)).isEqualTo(ids.getClass().getName());
				}
			}
			assertThat(this.reads).hasValue(4);
		});
	}

	@Test
	void loserInAnotherApplicationGetsTheDeclaredClass() {
		application().run((one) -> application().run((other) -> {
			Catalogue first = one.getBean(Catalogue.class);
			Catalogue second = other.getBean(Catalogue.class);
			Herd<List<Price>> herd = Herd.of(10)
				.countedBy(one.getBean(StampedeEvents.class), other.getBean(StampedeEvents.class))
				.call(() -> first.prices("a"), () -> second.prices("a"));
			assertThat(herd).hasSourceReads(1)
				.hasRequests(1, StampedeListener.Request.LOADED)
				.allReturned(List.of(Price.ONE));
			assertThat(herd.requests()).containsKey(StampedeListener.Request.WAITED);
		}));
	}

	@Test
	void emptyOptionalIsAValueOnEveryPath() {
		application().run((one) -> application().run((other) -> {
			for (Catalogue catalogue : List.of(one.getBean(Catalogue.class), one.getBean(Catalogue.class),
					other.getBean(Catalogue.class))) {
				assertThat(catalogue.optional(404)).isEmpty();
				assertThat(catalogue.optional(1)).contains(Price.ONE);
				assertThat(catalogue.optionalLater(404).get(10, TimeUnit.SECONDS)).isEmpty();
				assertThat(catalogue.optionalLater(1).get(10, TimeUnit.SECONDS)).contains(Price.ONE);
			}
			assertThat(this.reads).hasValue(4);
		}));
	}

	@Test
	void methodsOfTwoTypesOnOneKeyNeverShareAValue(CapturedOutput output) {
		application().run((context) -> {
			Catalogue catalogue = context.getBean(Catalogue.class);
			for (int i = 0; i < 2; i++) {
				assertThat(catalogue.priceOfX()).isEqualTo(Price.ONE);
				assertThat(catalogue.stockOfX()).isEqualTo(Stock.SOME);
			}
			assertThat(output).containsOnlyOnce("An entry of cache 'x' cannot be decoded as the declared type")
				.contains("perhaps methods of different types share its keys");
		});
	}

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=2s", "stampede.defaults.on-lose=POLL")
			.withBean(StampedeEvents.class)
			.withBean(LostSignal.class, () -> this.lost)
			.withBean(Catalogue.class, () -> new Catalogue(this.reads, this.lost));
	}

	/**
	 * Tells the winner that another application waits.
	 */
	static class LostSignal implements StampedeListener {

		private final CountDownLatch signal = new CountDownLatch(1);

		@Override
		public void lock(String cacheName, LockOutcome outcome) {
			if (outcome == LockOutcome.LOST) {
				this.signal.countDown();
			}
		}

		void await() throws InterruptedException {
			assertThat(this.signal.await(20, TimeUnit.SECONDS)).isTrue();
		}

	}

	record Price(String id, BigDecimal amount, @Nullable String note) {

		static final Price ONE = new Price("EMS0", new BigDecimal("9.90"), null);

	}

	record Stock(@Nullable String shelf, @Nullable Long count) {

		static final Stock SOME = new Stock("A", 7L);

	}

	static class Catalogue {

		private final AtomicInteger reads;

		private final LostSignal lost;

		Catalogue(AtomicInteger reads, LostSignal lost) {
			this.reads = reads;
			this.lost = lost;
		}

		@StampedeProtected
		Price findPrice(long id) {
			return read(Price.ONE);
		}

		@StampedeProtected
		Stock findStock(long id) {
			return read(Stock.SOME);
		}

		@StampedeProtected
		String find(long id) {
			return read("number");
		}

		@StampedeProtected
		String find(String id) {
			return read("text");
		}

		@StampedeProtected
		String search(Collection<String> ids) {
			return read(ids.getClass().getName());
		}

		@StampedeProtected
		List<Price> prices(String id) throws InterruptedException {
			this.lost.await();
			return read(List.of(Price.ONE));
		}

		@StampedeProtected
		Optional<Price> optional(long id) {
			return read((id == 404) ? Optional.empty() : Optional.of(Price.ONE));
		}

		@StampedeProtected
		CompletableFuture<Optional<Price>> optionalLater(long id) {
			return CompletableFuture.completedFuture(optional(id));
		}

		@StampedeProtected(cacheName = "x", key = "'x'")
		Price priceOfX() {
			return read(Price.ONE);
		}

		@StampedeProtected(cacheName = "x", key = "'x'")
		Stock stockOfX() {
			return read(Stock.SOME);
		}

		private <T> T read(T value) {
			this.reads.incrementAndGet();
			return value;
		}

	}

}
