package dev.stampede.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;

import dev.stampede.event.StampedeStatistics;
import dev.stampede.metrics.StampedeMetrics;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of meters is what is registered.
 */
class MetersTests {

	private static final Path PAGE = Path.of("docs/observability.md");

	@Test
	void tableOfMetersIsWhatIsRegistered() {
		MeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
		StampedeStatistics statistics = new StampedeStatistics();
		new StampedeMetrics(statistics, (cacheName) -> 0).bindTo(registry);
		statistics.cache("sets");
		Map<String, List<Meter>> meters = new TreeMap<>();
		registry.getMeters()
			.forEach(
					(meter) -> meters.computeIfAbsent(meter.getId().getName(), (name) -> new ArrayList<>()).add(meter));
		String table = meters.entrySet()
			.stream()
			.map((entry) -> row(entry.getKey(), entry.getValue()))
			.collect(Collectors.joining("\n", "| meter | type | tags | what it counts |\n| --- | --- | --- | --- |\n",
					"\n"));
		assertThat(Documentation.find().part(PAGE, "meters")).isEqualTo(table);
	}

	private static String row(String name, List<Meter> meters) {
		Meter.Id id = meters.get(0).getId();
		return "| `" + name + "` | " + id.getType().name().toLowerCase(Locale.ROOT) + " | " + tags(meters) + " | "
				+ id.getDescription() + " |";
	}

	private static String tags(List<Meter> meters) {
		Map<String, Set<String>> values = new LinkedHashMap<>();
		for (Meter meter : meters) {
			for (Tag tag : meter.getId().getTags()) {
				values.computeIfAbsent(tag.getKey(), (key) -> new TreeSet<>()).add("`" + tag.getValue() + "`");
			}
		}
		return values.entrySet()
			.stream()
			.map((entry) -> "`" + entry.getKey() + "`"
					+ (entry.getKey().equals("cache") ? "" : ": " + String.join(", ", entry.getValue())))
			.collect(Collectors.joining("; "));
	}

}
