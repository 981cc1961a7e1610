package dev.stampede.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.test.util.TestSocketUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Dashboard, alerts and runbook against what the catalogue really has.
 */
class MonitoringTests {

	private static final Path DOCS = Path.of("..", "docs");

	private static final Pattern SERIES = Pattern.compile("^(\\w+)\\{([^}]*)} \\S+$", Pattern.MULTILINE);

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

	private static final Pattern METER = Pattern.compile("^\\| `([a-z.]+)` \\| (\\w+) \\|", Pattern.MULTILINE);

	/** What Prometheus adds to every series. */
	private static final Set<String> OF_THE_SCRAPE = Set.of("instance", "job");

	private static final JsonNode dashboard = JsonMapper.shared().readTree(DOCS.resolve("grafana/stampede.json"));

	private static final Properties alerts = yaml(
			new FileSystemResource(DOCS.resolve("prometheus/stampede-alerts.yml")));

	/** Values by label by name of series. */
	private static final Map<String, Map<String, Set<String>>> scrape = new TreeMap<>();

	@BeforeAll
	static void scrape() {
		try (Instance instance = Instance.start(TestSocketUtils.findAvailableTcpPort())) {
			SERIES.matcher(instance.get(String.class, "/actuator/prometheus"))
				.results()
				.filter((series) -> series.group(1).startsWith("stampede_"))
				.forEach((series) -> LABEL.matcher(series.group(2))
					.results()
					.forEach((label) -> scrape.computeIfAbsent(series.group(1), (name) -> new TreeMap<>())
						.computeIfAbsent(label.group(1), (name) -> new TreeSet<>())
						.add(label.group(2))));
		}
	}

	@Test
	void scrapeHasAllMetersOfThePage() throws IOException {
		Set<String> expected = METER.matcher(Files.readString(DOCS.resolve("observability.md")))
			.results()
			.flatMap((meter) -> series(meter.group(1).replace('.', '_'), meter.group(2)))
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(expected).hasSizeGreaterThan(13);
		assertThat(scrape.keySet()).containsExactlyElementsOf(expected);
	}

	@ParameterizedTest
	@MethodSource
	void expressionUsesWhatTheScrapeHas(String expression) {
		assertThat(PromQl.selectors(expression)).isNotEmpty().allSatisfy((selector) -> {
			assertThat(scrape).containsKey(selector.meter());
			Map<String, Set<String>> labels = Objects.requireNonNull(scrape.get(selector.meter()));
			Set<String> known = new TreeSet<>(labels.keySet());
			known.addAll(OF_THE_SCRAPE);
			assertThat(known).containsAll(selector.kept()).containsAll(selector.matchers().keySet());
			selector.matchers().forEach((label, value) -> {
				if (value.startsWith("$")) {
					assertThat(variables()).contains(value.substring(1));
				}
				else {
					assertThat(labels.get(label)).contains(value.split("\\|", -1));
				}
			});
		});
	}

	static Stream<String> expressionUsesWhatTheScrapeHas() {
		return Stream.concat(dashboard.findValuesAsString("expr").stream(), alerts("expr").values().stream());
	}

	@Test
	void everyMeterOfThePageIsOnTheDashboard() throws IOException {
		String expressions = String.join("\n", dashboard.findValuesAsString("expr"));
		assertThat(METER.matcher(Files.readString(DOCS.resolve("observability.md"))).results())
			.allSatisfy((meter) -> assertThat(expressions).contains(meter.group(1).replace('.', '_')));
	}

	@Test
	void variablesAskForLabelsOfTheScrape() {
		assertThat(variables()).containsExactly("datasource", "application", "instance", "cache");
		assertThat(dashboard.at("/templating/list").valueStream().skip(1)).allSatisfy((variable) -> {
			String query = variable.at("/query/query").asString();
			assertThat(query).startsWith("label_values(stampede_requests_total")
				.endsWith(", " + variable.path("name").asString() + ")");
		});
		assertThat(scrape.get("stampede_requests_total")).containsOnlyKeys("application", "cache", "result");
	}

	@Test
	void alertsSayWhatTheyMeanAndLinkToTheRunbook() throws IOException {
		Set<String> names = alerts("alert").keySet();
		assertThat(names).hasSize(11);
		assertThat(alerts("annotations.summary").keySet()).isEqualTo(names);
		assertThat(alerts("annotations.description").keySet()).isEqualTo(names);
		assertThat(alerts("labels.severity").values()).allMatch(Set.of("warning", "critical")::contains);
		Set<String> sections = Files.readString(DOCS.resolve("operations.md"))
			.lines()
			.filter((line) -> line.startsWith("#"))
			.map((line) -> "docs/operations.md#" + line.replaceFirst("^#+ ", "")
				.toLowerCase(Locale.ROOT)
				.replaceAll("[^a-z0-9 -]", "")
				.replace(' ', '-'))
			.collect(Collectors.toSet());
		assertThat(alerts("annotations.runbook")).hasSize(11)
			.allSatisfy((rule, link) -> assertThat(sections).contains(link));
		assertThat(alerts("annotations.runbook").values()).doesNotHaveDuplicates();
	}

	@Test
	void runbookSetsOnlyPropertiesThatExist() throws IOException {
		List<String> known = new ArrayList<>();
		for (Resource metadata : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:META-INF/spring-configuration-metadata.json")) {
			JsonNode properties = JsonMapper.shared().readTree(metadata.getContentAsByteArray()).path("properties");
			known.addAll(properties.findValuesAsString("name"));
		}
		List<String> blocks = Pattern.compile("^```yaml\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(DOCS.resolve("operations.md")))
			.results()
			.map((block) -> block.group(1))
			.toList();
		assertThat(blocks).hasSizeGreaterThan(5);
		assertThat(blocks).allSatisfy((block) -> {
			Properties properties = yaml(new ByteArrayResource(block.getBytes(StandardCharsets.UTF_8)));
			assertThat(properties.keySet()).isNotEmpty()
				.map(String::valueOf)
				.allMatch(
						(key) -> known.contains(key.replaceFirst("^stampede\\.caches\\.[a-z-]+", "stampede.defaults")));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "sum(rate(a[5m])", "rate(a[5x])", "avg(a)", "a{b=\"c\"", "sum by a (b)", "a ? b", "a b" })
	void expressionsThatAreWrittenWronglyAreRefused(String expression) {
		assertThatIllegalArgumentException().isThrownBy(() -> PromQl.selectors(expression));
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			value = { "sum by (x) (rate(a{b=\"c\"}[5m])) / 2; [Selector[meter=a, matchers={b=c}, kept=[x]]]",
					"histogram_quantile(0.5, a); [Selector[meter=a, matchers={}, kept=[le]]]" })
	void selectorsHaveWhatTheyAreComparedWithAndWhatIsKept(String expression, String selectors) {
		assertThat(PromQl.selectors(expression)).hasToString(selectors);
	}

	private static Stream<String> series(String name, String type) {
		return switch (type) {
			case "counter" -> Stream.of(name + "_total");
			case "gauge" -> Stream.of(name);
			case "timer" -> Stream
				.of("_seconds_count", "_seconds_sum", "_seconds_max", name.endsWith("_wait") ? "_seconds_bucket" : "")
				.filter((suffix) -> !suffix.isEmpty())
				.map(name::concat);
			default -> throw new IllegalArgumentException("No such type of meter: " + type);
		};
	}

	private static List<String> variables() {
		return dashboard.at("/templating/list")
			.valueStream()
			.map((variable) -> variable.path("name").asString())
			.toList();
	}

	// Values of one property of all rules, by rule.
	private static Map<String, String> alerts(String property) {
		Map<String, String> values = new TreeMap<>();
		for (String key : alerts.stringPropertyNames()) {
			if (key.endsWith("]." + property)) {
				values.put(key.substring(0, key.indexOf("].") + 1) + key.replaceAll("^.*rules\\[(\\d+)].*$", "$1"),
						alerts.getProperty(key));
			}
		}
		return values;
	}

	private static Properties yaml(Resource resource) {
		YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
		yaml.setResources(resource);
		return Objects.requireNonNull(yaml.getObject());
	}

}
