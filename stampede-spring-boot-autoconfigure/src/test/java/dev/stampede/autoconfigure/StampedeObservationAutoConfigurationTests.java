package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;

import dev.stampede.OnLose;
import dev.stampede.StampedeProtected;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.event.StampedeObserver;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests of the spans of reads and waits, with Micrometer Tracing over OpenTelemetry.
 */
@ExtendWith(RedisExtension.class)
class StampedeObservationAutoConfigurationTests {

	private static final AttributeKey<String> CACHE = AttributeKey.stringKey("cache");

	private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");

	private final ExecutorService callers = Executors.newCachedThreadPool();

	private final InMemorySpanExporter spans = InMemorySpanExporter.create();

	private final TestRedis redis;

	StampedeObservationAutoConfigurationTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void endCallers() {
		this.callers.shutdownNow();
	}

	@Test
	void sourceReadIsSpanBetweenCallerAndWhatTheSourceDoes() {
		application().run((context) -> {
			context.getBean(Gate.class).open.countDown();
			within(context, "caller", () -> context.getBean(Sets.class).find("blocking"));
			SpanData load = span("load sets");
			assertThat(load.getAttributes().get(CACHE)).isEqualTo("sets");
			assertThat(load.getAttributes().get(OUTCOME)).isEqualTo("success");
			assertThat(load.getParentSpanId()).isEqualTo(span("caller").getSpanId());
			assertThat(span("query").getParentSpanId()).isEqualTo(load.getSpanId());
		});
	}

	@Test
	void hitHasNoSpan() {
		application().run((context) -> {
			context.getBean(Gate.class).open.countDown();
			context.getBean(Sets.class).find("hit");
			this.spans.reset();
			context.getBean(Sets.class).find("hit");
			assertThat(this.spans.getFinishedSpanItems()).isEmpty();
		});
	}

	@Test
	void failedReadSaysSo() {
		application().run((context) -> {
			assertThat(catchThrowable(() -> context.getBean(Sets.class).fail("a")))
				.isInstanceOf(IllegalStateException.class);
			assertThat(span("load failing").getAttributes().get(OUTCOME)).isEqualTo("failure");
			assertThat(span("load failing").getEvents()).anyMatch((event) -> event.getName().equals("exception"));
		});
	}

	@Test
	void futureIsReadInTheTraceOfItsCaller() {
		application().run((context) -> {
			within(context, "caller", () -> context.getBean(Sets.class).findLater("future").get());
			assertThat(span("load later").getParentSpanId()).isEqualTo(span("caller").getSpanId());
			assertThat(span("query").getParentSpanId()).isEqualTo(span("load later").getSpanId());
		});
	}

	@Test
	void publisherIsReadInTheTraceOfItsSubscriber() {
		application().run((context) -> {
			within(context, "caller", () -> context.getBean(Sets.class).findReactively("mono").block());
			assertThat(span("load reactive").getParentSpanId()).isEqualTo(span("caller").getSpanId());
			assertThat(span("query").getParentSpanId()).isEqualTo(span("load reactive").getSpanId());
		});
	}

	@Test
	void waitsAreLinkedToTheReadHereAndElsewhere() {
		application().run((first) -> application().run((second) -> {
			race(first, second, "linked");
			SpanData load = span("load sets");
			List<SpanData> waits = this.spans.getFinishedSpanItems()
				.stream()
				.filter((span) -> span.getName().equals("wait for sets"))
				.toList();
			assertThat(waits).hasSize(2).allSatisfy((wait) -> {
				assertThat(wait.getAttributes().get(OUTCOME)).isEqualTo("filled");
				assertThat(wait.getTraceId()).isNotEqualTo(load.getTraceId());
				assertThat(wait.getLinks()).singleElement()
					.satisfies((link) -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(load.getSpanId()))
					.satisfies((link) -> assertThat(link.getSpanContext().getTraceId()).isEqualTo(load.getTraceId()));
				assertThat(wait.getEndEpochNanos()).isGreaterThan(wait.getStartEpochNanos());
				assertThat(parent(wait)).startsWith("waiter");
			});
		}));
	}

	@Test
	void waitThatPolledHasNoLink() {
		application("stampede.wake-up=poll").run((first) -> application("stampede.wake-up=poll").run((second) -> {
			race(first, second, "polled");
			List<Integer> links = this.spans.getFinishedSpanItems()
				.stream()
				.filter((span) -> span.getName().equals("wait for sets"))
				.map((span) -> span.getLinks().size())
				.sorted()
				.toList();
			assertThat(links).as("elsewhere, and here").containsExactly(0, 1);
		}));
	}

	@Test
	void waitsAreTimedBesideTheirSpans() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		application().withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class))
			.withBean(MeterRegistry.class, () -> meters)
			.run((first) -> application().run((second) -> {
				race(first, second, "timed");
				assertThat(meters.get("stampede.load").tag("outcome", "success").timer().count()).isEqualTo(1);
				assertThat(meters.get("stampede.blocked").tag("outcome", "filled").timer().count()).isEqualTo(1);
				assertThat(this.spans.getFinishedSpanItems())
					.filteredOn((span) -> span.getName().equals("wait for sets"))
					.hasSize(2);
			}));
	}

	@Test
	void thereIsNoObserverWithoutMicrometer() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					StampedeObservationAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withClassLoader(new FilteredClassLoader("io.micrometer.observation"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(StampedeObserver.class));
	}

	private void race(ApplicationContext first, ApplicationContext second, String id) throws Exception {
		Future<?> winner = this.callers.submit(() -> within(first, "winner", () -> first.getBean(Sets.class).find(id)));
		Gate gate = first.getBean(Gate.class);
		gate.reached.await();
		Future<?> here = this.callers.submit(() -> within(first, "waiter 1", () -> first.getBean(Sets.class).find(id)));
		Future<?> there = this.callers
			.submit(() -> within(second, "waiter 2", () -> second.getBean(Sets.class).find(id)));
		StampedeEngine engine = first.getBean(StampedeEngine.class);
		StampedeEngine other = second.getBean(StampedeEngine.class);
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> engine.inFlight("sets").stream().anyMatch((flight) -> flight.waiters() == 1)
					&& other.inFlight("sets").stream().anyMatch((flight) -> flight.holder() != null));
		gate.open.countDown();
		winner.get();
		here.get();
		there.get();
	}

	private ApplicationContextRunner application(String... properties) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					StampedeObservationAutoConfiguration.class, ObservationAutoConfiguration.class,
					MicrometerTracingAutoConfiguration.class, OpenTelemetryTracingAutoConfiguration.class,
					OpenTelemetrySdkAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("management.tracing.sampling.probability=1.0")
			.withPropertyValues(properties)
			.withBean(SpanProcessor.class, () -> SimpleSpanProcessor.create(this.spans))
			.withBean(Gate.class)
			.withBean(Sets.class);
	}

	private static <T> @Nullable T within(ApplicationContext context, String name, Callable<@Nullable T> action)
			throws Exception {
		return Observation.createNotStarted(name, context.getBean(ObservationRegistry.class))
			.observeChecked(action::call);
	}

	private SpanData span(String name) {
		return this.spans.getFinishedSpanItems()
			.stream()
			.filter((span) -> span.getName().equals(name))
			.findFirst()
			.orElseThrow(() -> new AssertionError("No span '" + name + "' in " + this.spans.getFinishedSpanItems()));
	}

	private String parent(SpanData child) {
		return this.spans.getFinishedSpanItems()
			.stream()
			.filter((span) -> span.getSpanId().equals(child.getParentSpanId()))
			.findFirst()
			.map(SpanData::getName)
			.orElse("none");
	}

	/** What a source waits for before it is read. */
	static class Gate {

		private final CountDownLatch open = new CountDownLatch(1);

		private final CountDownLatch reached = new CountDownLatch(1);

	}

	/** Sources that are observed themselves. */
	static class Sets {

		private final Gate gate;

		private final ObservationRegistry registry;

		Sets(Gate gate, ObservationRegistry registry) {
			this.gate = gate;
			this.registry = registry;
		}

		@StampedeProtected(cacheName = "sets", onLose = OnLose.POLL)
		String find(String id) throws InterruptedException {
			this.gate.reached.countDown();
			this.gate.open.await();
			query();
			return id;
		}

		@StampedeProtected("failing")
		String fail(String id) {
			throw new IllegalStateException(id);
		}

		@StampedeProtected("later")
		CompletableFuture<String> findLater(String id) {
			query();
			return CompletableFuture.completedFuture(id);
		}

		@StampedeProtected("reactive")
		Mono<String> findReactively(String id) {
			return Mono.fromSupplier(() -> {
				query();
				return id;
			});
		}

		private void query() {
			Observation.createNotStarted("query", this.registry).observe(() -> {
			});
		}

	}

}
