package dev.stampede.autoconfigure;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MeterRegistryCustomizer;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.stampede.StampedeOperations;
import dev.stampede.event.StampedeStatistics;
import dev.stampede.metrics.StampedeMetrics;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests of the meters in whole applications.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class StampedeMetricsAutoConfigurationTests {

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(StampedeAutoConfiguration.class,
			DataRedisAutoConfiguration.class, StampedeMetricsAutoConfiguration.class);

	private final TestRedis redis;

	StampedeMetricsAutoConfigurationTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void cachesKnownAtTheStartHaveMetersBeforeTheFirstCall() {
		application().withPropertyValues("stampede.caches.programmatic.ttl=1m").run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			for (String cache : new String[] { "prices", "programmatic" }) {
				assertThat(count(registry, "stampede.requests", "cache", cache, "result", "hit")).isZero();
				assertThat(registry.get("stampede.flights").tag("cache", cache).gauge().value()).isZero();
			}
		});
	}

	@Test
	void callsAreCounted() {
		application().run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			Prices prices = context.getBean(Prices.class);
			prices.find("a");
			prices.find("a");
			assertThat(count(registry, "stampede.requests", "cache", "prices", "result", "loaded")).isEqualTo(1);
			assertThat(count(registry, "stampede.requests", "cache", "prices", "result", "hit")).isEqualTo(1);
			assertThat(registry.get("stampede.source.reads").tags("outcome", "success").timer().count()).isEqualTo(1);
		});
	}

	@Test
	void sourceReadsAreToldApartByTheirOutcome() {
		application().run((context) -> {
			StampedeOperations operations = context.getBean(StampedeOperations.class);
			for (String key : new String[] { "a", "b", "c" }) {
				operations.<String>get("mixed", key, String.class, () -> "value");
			}
			fails(operations, "d", () -> {
				throw new IllegalStateException("first");
			});
			fails(operations, "e", () -> {
				throw new IOException("second");
			});
			fails(operations, "f", () -> {
				throw new AssertionError("third");
			});
			assertThat(catchThrowable(() -> operations
				.<String>getAsync("mixed", "g", String.class,
						() -> CompletableFuture.failedFuture(new IllegalStateException("fourth")))
				.join())).isNotNull();
			CompletableFuture<String> cancelled = new CompletableFuture<>();
			cancelled.cancel(true);
			assertThat(catchThrowable(
					() -> operations.<String>getAsync("mixed", "h", String.class, () -> cancelled).join()))
				.isNotNull();
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(reads(registry, "success")).isEqualTo(3);
			assertThat(reads(registry, "failure")).isEqualTo(4);
			assertThat(reads(registry, "cancelled")).isEqualTo(1);
		});
	}

	@Test
	void contextsThatComeAndGoLeaveNoMeters() {
		SimpleMeterRegistry shared = new SimpleMeterRegistry();
		Set<Integer> sizes = new TreeSet<>();
		for (int i = 0; i < 20; i++) {
			String id = "cycle " + i;
			application().run((context) -> {
				context.getBean(StampedeMetrics.class).bindTo(shared);
				context.getBean(Prices.class).find(id);
				sizes.add(shared.getMeters().size());
				assertThat(count(shared, "stampede.requests", "cache", "prices", "result", "loaded")).isEqualTo(1);
				assertThat(shared.get("stampede.source.reads").tags("outcome", "success").timer().count()).isEqualTo(1);
			});
		}
		assertThat(sizes).hasSize(1);
		assertThat(shared.getMeters()).extracting((meter) -> meter.getId().getName())
			.noneMatch((name) -> name.startsWith("stampede."));
	}

	@Test
	void contextThatClosesLeavesTheMetersOfAnotherOnTheSameRegistry() {
		SimpleMeterRegistry shared = new SimpleMeterRegistry();
		application().run((context) -> {
			context.getBean(StampedeMetrics.class).bindTo(shared);
			int size = shared.getMeters().size();
			application().run((other) -> other.getBean(StampedeMetrics.class).bindTo(shared));
			assertThat(shared.getMeters()).hasSize(size);
			context.getBean(Prices.class).find("other");
			assertThat(count(shared, "stampede.requests", "cache", "prices", "result", "loaded")).isEqualTo(1);
		});
	}

	@Test
	void commonTagsAndFiltersApplyAndNothingIsCreatedEarly(CapturedOutput output) {
		application()
			.withBean("region", MeterRegistryCustomizer.class,
					() -> (registry) -> registry.config().commonTags("region", "eu"))
			.withBean(MeterFilter.class, () -> MeterFilter.deny((id) -> id.getName().equals("stampede.coalesced")))
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBean(Prices.class).find("a");
				assertThat(registry.getMeters()).filteredOn((meter) -> meter.getId().getName().startsWith("stampede."))
					.isNotEmpty()
					.allSatisfy((meter) -> assertThat(meter.getId().getTag("region")).isEqualTo("eu"))
					.noneMatch((meter) -> meter.getId().getName().equals("stampede.coalesced"));
			});
		assertThat(output).doesNotContain("not eligible for getting processed");
	}

	@Test
	void callsDoNotFailWithTheMeters() {
		application(BrokenRegistry.class).run((context) -> {
			StampedeOperations operations = context.getBean(StampedeOperations.class);
			assertThat(operations.<String>get("late", "a", String.class, () -> "value")).isEqualTo("value");
			assertThat(operations.<String>get("late", "a", String.class, () -> "other")).isEqualTo("value");
			assertThat(context.getBean(StampedeStatistics.class).cache("late").requests().toMap()).containsEntry("hit",
					1L);
		});
	}

	@Test
	void thereAreNoMetersWithoutMicrometerOrProtection() {
		new ApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues(this.redis.properties())
			.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("stampedeMetrics"));
		application().withPropertyValues("stampede.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(StampedeMetrics.class));
	}

	private ApplicationContextRunner application() {
		return application(SimpleMeterRegistry.class);
	}

	private ApplicationContextRunner application(Class<? extends MeterRegistry> registry) {
		return new ApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
					CompositeMeterRegistryAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s", "spring.data.redis.connect-timeout=5s")
			.withBean(registry)
			.withBean(Prices.class);
	}

	private static void fails(StampedeOperations operations, String key, Callable<@Nullable String> source) {
		assertThatThrownBy(() -> operations.<String>get("mixed", key, String.class, source)).isNotNull();
	}

	private static double count(MeterRegistry registry, String name, String... tags) {
		return registry.get(name).tags(tags).functionCounter().count();
	}

	private static long reads(MeterRegistry registry, String outcome) {
		return registry.get("stampede.source.reads").tags("cache", "mixed", "outcome", outcome).timer().count();
	}

	/** A registry that fails for meters of a cache that becomes known late. */
	static final class BrokenRegistry extends SimpleMeterRegistry {

		BrokenRegistry() {
			config().meterFilter(new MeterFilter() {

				@Override
				public Meter.Id map(Meter.Id id) {
					if ("late".equals(id.getTag("cache"))) {
						throw new IllegalStateException("broken");
					}
					return id;
				}

			});
		}

	}

}
