package dev.stampede.autoconfigure;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import dev.stampede.EntryStore;
import dev.stampede.StampedeProtected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests that configuration that cannot work stops the start and says what to write.
 */
class StampedePropertiesFailureTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class))
		.withBean(EntryStore.class, () -> mock(EntryStore.class));

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					stampede.enabeld=false                | stampede.enabeld                 | enabled
					stampede.redis-timout=5s              | stampede.redis-timout            | redis-timeout
					stampede.defaults.lockTLL=200ms       | stampede.defaults.locktll        | lock-ttl
					stampede.caches.sets.stale=200ms      | stampede.caches.sets.stale       | stale-ttl
					stampede.caches.my.cache.ttl=5s       | stampede.caches.my.cache.ttl     | stampede.caches.[my.cache].ttl, in YAML "[my.cache]"
					stampede.defaults.xxxxxxxxxxx=1       | stampede.defaults.xxxxxxxxxxx    | use one of cache-nulls
					stampede.default.ttl=5m               | stampede.default.ttl             | did you mean defaults?
					stampede.caches.my:cache.ttl=5s       | stampede.caches.my:cache.ttl     | stampede.caches.[my:cache], in YAML "[my:cache]"
					stampede.caches.my_cache.ttl=5s       | stampede.caches.my_cache.ttl     | stampede.caches.[my_cache]
					stampede.caches.[lock:a].ttl=5s       | must not begin with 'lock:'      | Rename
					stampede.caches.[a::b].ttl=5s         | must not contain '::'            | Rename
					stampede.defaults.ttl=0               | below stampede.defaults cannot work: ttl is PT0S | Change
					stampede.defaults.lock-ttl=-1         | lock-ttl is PT-0.001S            | Change
					stampede.caches.sets.lock-ttl=2m      | below stampede.caches.[sets] cannot work: lock-ttl (120000ms) is longer | Change
					stampede.defaults.refresh=background,stampede.defaults.on-lose=poll | refresh BACKGROUND needs SERVE_STALE | Change
					stampede.defaults.ttl-jitter=1        | ttl-jitter is 1.0                | Change
					stampede.redis-timeout=0              | stampede.redis-timeout is 0ms    | at least 1ms
					stampede.poll-interval=1s             | longer than stampede.poll-interval-max | Raise
					stampede.refresh-threads=0            | stampede.refresh-threads is 0    | at least 1
					stampede.refresh-queue=-1             | stampede.refresh-queue is -1     | not be negative
					stampede.key-prefix=                  | stampede.key-prefix is empty     | prefix
					stampede.defaults.ttl=soon            | stampede.defaults.ttl            | Update
					stampede.defaults.on-lose=sometimes   | sometimes                        | SERVE_STALE
					stampede.on-redis-failure=explode     | explode                          | FAIL_OPEN
					""")
	void startStopsWithAdvice(String properties, String description, String action) {
		Map<String, Object> source = Arrays.stream(properties.split(",(?=stampede)", -1))
			.map((property) -> property.split("=", 2))
			.collect(Collectors.toMap((pair) -> pair[0], (pair) -> pair[1]));
		this.contextRunner
			.withInitializer((context) -> replace(context, new MapPropertySource("application.properties", source)))
			.run((context) -> {
				FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains(description);
				assertThat(analysis.getAction()).contains(action);
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "serve_stale", "SERVE-STALE", "servestale", "SERVE_STALE,poll" })
	void relaxedNamesAreAccepted(String value) {
		this.contextRunner.withPropertyValues("stampede.defaults.on-lose=" + value, "stampede.wake-up=poll")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@CsvSource({ "STAMPEDE_ENABELD,enabled", "STAMPEDE_CACHES_SETS_LOCKTLL,lock-ttl", "STAMPEDE_DEFAULTS_TLL,ttl",
			"STAMPEDE_REDIS_TIMEOU,redis-timeout" })
	void unknownEnvironmentVariableStopsTheStart(String variable, String near) {
		withVariable(variable).run((context) -> {
			FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains(variable + " (environment variable)");
			assertThat(analysis.getAction()).contains(near);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "STAMPEDE_REDISTIMEOUT", "STAMPEDE_REDIS_TIMEOUT", "STAMPEDE_CACHES_SETS_LOCKTTL",
			"STAMPEDE_CACHES_MYSETS_LOCK_TTL", "STAMPEDE_DEFAULTS_STALETTL", "STAMPEDE_SERVICE_HOST",
			"STAMPEDE_SERVICE_PORT_HTTP", "STAMPEDE_PORT", "STAMPEDE_PORT_6379_TCP_ADDR", "STAMPEDE_WEB_SERVICE_HOST",
			"STAMPEDED", "OTHER" })
	void knownEnvironmentVariableAndThatOfAKubernetesServiceAreAccepted(String variable) {
		withVariable(variable).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void valueFromTheEnvironmentIsBound() {
		withVariable("STAMPEDE_CACHES_SETS_LOCKTTL")
			.run((context) -> assertThat(context.getBean(StampedeProperties.class).caches()).hasEntrySatisfying("sets",
					(settings) -> assertThat(settings.lockTtl()).hasMillis(1234)));
	}

	@Test
	void unknownSystemPropertyStopsTheStart() {
		this.contextRunner
			.withInitializer((context) -> replace(context,
					new MapPropertySource("systemProperties", Map.of("stampede.lockTtl", "5",
							"stampede.defaults.lockTtl", "5", "dev.stampede.test.redis", "x"))))
			.run((context) -> {
				FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains("stampede.lockTtl (system property)")
					.doesNotContain("defaults")
					.doesNotContain("test");
			});
	}

	@Test
	void unknownPropertyElsewhereIsLeftToBoot() {
		UnknownStampedePropertyFailureAnalyzer analyzer = new UnknownStampedePropertyFailureAnalyzer();
		assertThat(analyzer.analyze(new IllegalStateException())).isNull();
	}

	@Test
	void annotationThatCannotWorkIsAnalyzed() {
		this.contextRunner.withBean(Misused.class).run((context) -> {
			FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("StampedePropertiesFailureTests.Misused.find(String)")
				.contains("it is final");
			assertThat(analysis.getAction()).contains("StampedeOperations");
		});
	}

	@Test
	void annotationThatDoesNotFitItsSectionIsAnalyzed() {
		this.contextRunner.withBean(Prices.class)
			.withPropertyValues("stampede.caches.prices.lock-max-hold=1s")
			.run((context) -> {
				FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains("Prices.find(String)").contains("lock-max-hold");
				assertThat(analysis.getAction()).contains("stampede.caches.\"[prices]\"");
			});
	}

	@Test
	void serializerThatDoesNotExistIsAnalyzed() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withBean(Prices.class)
			.withPropertyValues("stampede.caches.prices.serializer=nope")
			.run((context) -> assertThat(Failures.analyze(context.getStartupFailure()).getDescription())
				.contains("serializer is 'nope'"));
	}

	private ApplicationContextRunner withVariable(String variable) {
		return this.contextRunner.withInitializer((context) -> replace(context,
				new SystemEnvironmentPropertySource("systemEnvironment", Map.of(variable, "1234"))));
	}

	private static void replace(ConfigurableApplicationContext context, MapPropertySource source) {
		MutablePropertySources sources = context.getEnvironment().getPropertySources();
		if (sources.contains(source.getName())) {
			sources.replace(source.getName(), source);
		}
		else {
			sources.addLast(source);
		}
	}

	static class Misused {

		@StampedeProtected
		final String find(String id) {
			return "";
		}

	}

}
