package dev.stampede.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeListener.LockOutcome;
import dev.stampede.event.StampedeListener.LockRelease;
import dev.stampede.event.StampedeListener.Renewal;
import dev.stampede.event.StampedeListener.Request;
import dev.stampede.event.StampedeListener.SourceRead;
import dev.stampede.event.StampedeListener.Wait;
import dev.stampede.event.StampedeStatistics;
import dev.stampede.store.StorePhase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the meters, without an engine.
 */
@ExtendWith(OutputCaptureExtension.class)
class StampedeMetricsTests {

	private static final Pattern SAMPLE = Pattern.compile("^(stampede_\\w+?)(\\{(.*)})? (\\S+)$");

	private final StampedeStatistics statistics = new StampedeStatistics();

	private final StampedeMetrics metrics = new StampedeMetrics(this.statistics, (cacheName) -> 3);

	private final StampedeListener listener = StampedeListener.of(List.of(this.statistics, this.metrics));

	private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

	@Test
	void allMetersOfKnownCacheAreThereBeforeTheFirstCall() {
		this.metrics.bindTo(this.registry);
		this.statistics.cache("sets");
		Map<String, Set<String>> values = labelValues("outcome");
		assertThat(values.get("stampede_lock_total")).isEqualTo(names(LockOutcome.values()));
		assertThat(values.get("stampede_lock_release_total")).isEqualTo(names(LockRelease.values()));
		assertThat(values.get("stampede_lock_renewals_total")).isEqualTo(names(Renewal.values()));
		assertThat(values.get("stampede_source_reads_seconds_count")).isEqualTo(names(SourceRead.values()));
		assertThat(values.get("stampede_wait_seconds_count")).isEqualTo(names(Wait.values()));
		assertThat(labelValues("result").get("stampede_requests_total")).isEqualTo(names(Request.values()));
		assertThat(labelValues("phase").get("stampede_redis_errors_total")).isEqualTo(names(StorePhase.values()));
		assertThat(values).containsKeys("stampede_coalesced_total", "stampede_stale_age_seconds_count",
				"stampede_decode_failures_total", "stampede_write_failures_total", "stampede_refresh_rejected_total",
				"stampede_flights");
	}

	@Test
	void namesThatNobodyDeclaredAreToldApartUpToALimit(CapturedOutput output) {
		this.metrics.bindTo(this.registry);
		everythingHappens("declared");
		int perCache = this.registry.getMeters().size();
		for (int tenant = 0; tenant < 1000; tenant++) {
			everythingHappens("tenant-" + tenant);
		}
		assertThat(this.registry.getMeters()).hasSizeLessThan((StampedeStatistics.MAX_UNDECLARED + 2) * perCache);
		assertThat(this.statistics.caches()).hasSize(StampedeStatistics.MAX_UNDECLARED + 1);
		assertThat(this.statistics.counted("tenant-1").requests().count(Request.HIT)).isEqualTo(1);
		assertThat(this.statistics.counted("tenant-999").requests().count(Request.HIT))
			.isEqualTo(1001 - StampedeStatistics.MAX_UNDECLARED);
		assertThat(this.registry.get("stampede.source.reads")
			.tags("cache", StampedeStatistics.OTHERS, "outcome", "success")
			.timer()
			.count()).isEqualTo(1001 - StampedeStatistics.MAX_UNDECLARED);
		assertThat(output).containsOnlyOnce("put these into the key");
	}

	@Test
	void cacheThatIsDeclaredLateIsToldApartFromThenOn() {
		for (int tenant = 0; tenant <= StampedeStatistics.MAX_UNDECLARED; tenant++) {
			this.listener.requested("tenant-" + tenant, Request.HIT);
		}
		this.statistics.cache("late");
		this.listener.requested("late", Request.HIT);
		assertThat(this.statistics.cache("late").requests().count(Request.HIT)).isEqualTo(1);
		assertThat(this.statistics.counted(StampedeStatistics.OTHERS).requests().count(Request.HIT)).isEqualTo(1);
	}

	@Test
	void eachMeterHasOneSetOfTags() {
		this.metrics.bindTo(this.registry);
		everythingHappens("sets");
		everythingHappens("prices");
		Map<String, Set<String>> keys = new TreeMap<>();
		for (Meter meter : this.registry.getMeters()) {
			String tags = meter.getId().getTags().stream().map(Tag::getKey).toList().toString();
			keys.computeIfAbsent(meter.getId().getName(), (name) -> new TreeSet<>()).add(tags);
		}
		assertThat(keys).hasSize(13).allSatisfy((name, tags) -> assertThat(tags).as(name).hasSize(1));
	}

	@Test
	void everyOutcomeIsCountedOnceUnderItsName() {
		this.metrics.bindTo(this.registry);
		everythingHappens("sets");
		samples((name, value) -> {
			if (name.endsWith("_total") || name.endsWith("_count")) {
				assertThat(value).as(name).isEqualTo(1.0);
			}
		});
	}

	@Test
	void numberOfMetersDoesNotDependOnCalls() {
		this.metrics.bindTo(this.registry);
		this.statistics.cache("sets");
		int before = this.registry.getMeters().size();
		for (int i = 0; i < 100; i++) {
			everythingHappens("sets");
		}
		assertThat(this.registry.getMeters()).hasSize(before);
	}

	@Test
	void cacheThatBecomesKnownLaterIsRegisteredInAllRegistries() {
		MeterRegistry other = new SimpleMeterRegistry();
		this.metrics.bindTo(this.registry);
		this.metrics.bindTo(other);
		this.listener.requested("late", Request.HIT);
		assertThat(
				this.registry.get("stampede.requests").tags("cache", "late", "result", "hit").functionCounter().count())
			.isEqualTo(1.0);
		assertThat(other.get("stampede.requests").tags("cache", "late", "result", "hit").functionCounter().count())
			.isEqualTo(1.0);
	}

	@Test
	void whatWasCountedBeforeBindingIsNotLost() {
		this.listener.requested("sets", Request.LOADED);
		this.metrics.bindTo(this.registry);
		assertThat(this.registry.get("stampede.requests").tags("result", "loaded").functionCounter().count())
			.isEqualTo(1.0);
	}

	@Test
	void gaugeOutlivesGarbageCollection() {
		this.metrics.bindTo(this.registry);
		this.statistics.cache("sets");
		System.gc();
		assertThat(this.registry.get("stampede.flights").tag("cache", "sets").gauge().value()).isEqualTo(3.0);
	}

	@Test
	void waitsHaveHistogram() {
		this.metrics.bindTo(this.registry);
		this.listener.waited("sets", Wait.FILLED, TimeUnit.MILLISECONDS.toNanos(30));
		assertThat(this.registry.scrape()).contains(
				"stampede_wait_seconds_bucket{cache=\"sets\",outcome=\"filled\",le=\"0.025\"} 0",
				"stampede_wait_seconds_bucket{cache=\"sets\",outcome=\"filled\",le=\"0.05\"} 1");
	}

	private void everythingHappens(String cacheName) {
		each(Request.values(), (result) -> this.listener.requested(cacheName, result));
		each(SourceRead.values(), (outcome) -> this.listener.sourceRead(cacheName, outcome, 1));
		each(LockOutcome.values(), (outcome) -> this.listener.lock(cacheName, outcome));
		each(LockRelease.values(), (outcome) -> this.listener.released(cacheName, outcome));
		each(Renewal.values(), (outcome) -> this.listener.renewed(cacheName, outcome));
		each(Wait.values(), (outcome) -> this.listener.waited(cacheName, outcome, 1));
		each(StorePhase.values(), (phase) -> this.listener.storeFailed(cacheName, phase));
		this.listener.coalesced(cacheName);
		this.listener.servedStale(cacheName, 1);
		this.listener.decodeFailed(cacheName);
		this.listener.writeFailed(cacheName);
		this.listener.refreshRejected(cacheName);
	}

	private static <E> void each(E[] values, Consumer<E> event) {
		Arrays.stream(values).forEach(event);
	}

	private static Set<String> names(Enum<?>[] values) {
		Set<String> names = new TreeSet<>();
		for (Enum<?> value : values) {
			names.add(value.name().toLowerCase(Locale.ROOT));
		}
		return names;
	}

	private Map<String, Set<String>> labelValues(String label) {
		Map<String, Set<String>> found = new TreeMap<>();
		Pattern value = Pattern.compile(label + "=\"([^\"]*)\"");
		this.registry.scrape().lines().map(SAMPLE::matcher).filter(Matcher::matches).forEach((sample) -> {
			Set<String> values = found.computeIfAbsent(sample.group(1), (name) -> new TreeSet<>());
			Matcher matcher = value.matcher(String.valueOf(sample.group(3)));
			if (matcher.find()) {
				values.add(matcher.group(1));
			}
		});
		return found;
	}

	private void samples(BiConsumer<String, Double> consumer) {
		this.registry.scrape()
			.lines()
			.map(SAMPLE::matcher)
			.filter(Matcher::matches)
			.forEach((sample) -> consumer.accept(sample.group(1), Double.valueOf(sample.group(4))));
	}

}
