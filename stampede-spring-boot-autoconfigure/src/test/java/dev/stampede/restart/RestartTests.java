package dev.stampede.restart;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.OverridingClassLoader;
import org.springframework.util.ClassUtils;

import dev.stampede.StampedeOperations;
import dev.stampede.autoconfigure.StampedeAutoConfiguration;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of restarts as development tools do them, with the classes of the application in
 * a class loader that is thrown away.
 */
@ExtendWith(RedisExtension.class)
class RestartTests {

	private static final String CARDS = "dev.stampede.restart.RestartedCards";

	private final TestRedis redis;

	private final int id = ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);

	RestartTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void restartedApplicationReadsValuesIntoItsOwnClasses() {
		ClassLoader before = new ApplicationClassLoader();
		ClassLoader after = new ApplicationClassLoader();
		CompletableFuture<StampedeOperations> old = new CompletableFuture<>();
		application(before).run((context) -> {
			assertThat(card(context).getClass().getClassLoader()).isSameAs(before);
			assertThat(card(context)).hasToString("Card[name=card " + this.id + ", price=Price[cents=1]]");
			old.complete(context.getBean(StampedeOperations.class));
		});
		assertThat(old.join().<String>get("closed", this.id, String.class, () -> "read")).isEqualTo("read");
		assertThat(this.redis.call("EXISTS", this.redis.key("closed::" + this.id))).isEqualTo(0L);
		application(after).run((context) -> {
			assertThat(context.getBean(StampedeOperations.class)).isNotSameAs(old.join());
			Object card = card(context);
			assertThat(card.getClass().getClassLoader()).isSameAs(after);
			assertThat(card).hasToString("Card[name=card " + this.id + ", price=Price[cents=1]]");
			assertThat(context.getBean(IntFunction.class).apply(this.id + 1))
				.hasToString("Card[name=card " + (this.id + 1) + ", price=Price[cents=1]]");
		});
	}

	private Object card(ApplicationContext context) {
		return context.getBean(IntFunction.class).apply(this.id);
	}

	private ApplicationContextRunner application(ClassLoader classLoader) {
		return new ApplicationContextRunner().withClassLoader(classLoader)
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s")
			.withBean(ClassUtils.resolveClassName(CARDS, classLoader));
	}

	/** Defines the classes of the application itself. */
	private static final class ApplicationClassLoader extends OverridingClassLoader {

		ApplicationClassLoader() {
			super(RestartTests.class.getClassLoader());
		}

		@Override
		protected boolean isEligibleForOverriding(String className) {
			return className.startsWith(CARDS);
		}

	}

}
