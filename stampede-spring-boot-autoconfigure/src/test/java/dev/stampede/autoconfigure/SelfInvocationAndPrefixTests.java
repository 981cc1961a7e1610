package dev.stampede.autoconfigure;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.stampede.OnLose;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.test.Herd;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of calls within one object, which no proxy sees, and of applications that share a
 * Redis.
 */
@ExtendWith(RedisExtension.class)
class SelfInvocationAndPrefixTests {

	private static final int CALLERS = 20;

	private final TestRedis redis;

	SelfInvocationAndPrefixTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void callWithinTheObjectIsNotProtectedAndOperationsAreItsAnswer() {
		application("self:").run((context) -> {
			Catalogue catalogue = context.getBean(Catalogue.class);
			Reads reads = context.getBean(Reads.class);
			Herd.of(CALLERS).call(() -> catalogue.priceByItself(1));
			assertThat(reads.count.getAndSet(0)).as("through this").isEqualTo(CALLERS);
			Herd.of(CALLERS).call(() -> catalogue.price(2));
			assertThat(reads.count.getAndSet(0)).as("through the proxy").isEqualTo(1);
			Herd.of(CALLERS).call(() -> catalogue.priceByOperations(3));
			assertThat(reads.count.getAndSet(0)).as("through operations").isEqualTo(1);
			assertThat(catalogue.price(3)).isEqualTo("3");
			assertThat(reads.count).as("the same entry").hasValue(0);
		});
	}

	@Test
	void applicationsWithDifferentPrefixesDoNotMeet() {
		application("shop:").run((shop) -> application("crm:").run((crm) -> {
			ExecutorService callers = Executors.newFixedThreadPool(2);
			try {
				List<Future<String>> answers = List.of(callers.submit(() -> shop.getBean(Catalogue.class).heldPrice(1)),
						callers.submit(() -> crm.getBean(Catalogue.class).heldPrice(1)));
				shop.getBean(Reads.class).reached.await();
				crm.getBean(Reads.class).reached.await();
				for (String prefix : List.of("shop:", "crm:")) {
					String lock = "lock:{" + this.redis.key(prefix) + "held::1}";
					assertThat(this.redis.call("EXISTS", lock)).as(lock).isEqualTo(1L);
				}
				shop.getBean(Reads.class).gate.countDown();
				crm.getBean(Reads.class).gate.countDown();
				for (Future<String> answer : answers) {
					assertThat(answer.get()).isEqualTo("1");
				}
			}
			finally {
				callers.shutdownNow();
			}
			assertThat(shop.getBean(Reads.class).count).hasValue(1);
			assertThat(crm.getBean(Reads.class).count).hasValue(1);
		}));
	}

	private ApplicationContextRunner application(String prefix) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.key-prefix=" + this.redis.key(prefix), "stampede.redis-timeout=5s")
			.withBean(Reads.class)
			.withBean(Catalogue.class);
	}

	/** What the source tells, and waits for. */
	static class Reads {

		private final AtomicInteger count = new AtomicInteger();

		private final CountDownLatch reached = new CountDownLatch(1);

		private final CountDownLatch gate = new CountDownLatch(1);

	}

	/** A service that calls itself. */
	static class Catalogue {

		private final Reads reads;

		private final StampedeOperations operations;

		Catalogue(Reads reads, StampedeOperations operations) {
			this.reads = reads;
			this.operations = operations;
		}

		String priceByItself(long id) {
			return price(id);
		}

		String priceByOperations(long id) {
			String price = this.operations.get("prices", id, String.class, () -> price(id));
			return String.valueOf(price);
		}

		@StampedeProtected(cacheName = "prices", onLose = OnLose.POLL)
		String price(long id) {
			this.reads.count.incrementAndGet();
			return String.valueOf(id);
		}

		@StampedeProtected(cacheName = "held", onLose = OnLose.POLL)
		String heldPrice(long id) throws InterruptedException {
			this.reads.reached.countDown();
			this.reads.gate.await();
			return price(id);
		}

	}

}
