package dev.stampede.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
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
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.StampedeProtected;
import dev.stampede.store.EntryStore;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests that configuration that cannot work stops the start and says what to write.
 */
@ExtendWith(RedisExtension.class)
class StampedePropertiesFailureTests {

	private static final Pattern ASSIGNMENT = Pattern.compile("(stampede\\.[^=\\s]+)=(\\S+?)(?=[.,;]?(\\s|$))");

	private final TestRedis redis;

	private final ApplicationContextRunner contextRunner;

	StampedePropertiesFailureTests(TestRedis redis) {
		this.redis = redis;
		this.contextRunner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class))
			.withBean(EntryStore.class, () -> mock(EntryStore.class));
	}

	// the last column replaces what is wrong as the advice says
	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					stampede.enabeld=false                | stampede.enabeld                 | stampede.enabled               | stampede.enabled=true
					stampede.redis-timout=5s              | stampede.redis-timout            | stampede.redis-timeout         | stampede.redis-timeout=5s
					stampede.defaults.lockTLL=200ms       | stampede.defaults.locktll        | stampede.defaults.lock-ttl     | stampede.defaults.lock-ttl=200ms
					stampede.caches.sets.stale=200ms      | stampede.caches.sets.stale       | stampede.caches.sets.stale-ttl | stampede.caches.sets.stale-ttl=200ms
					stampede.caches.[My.Cache].tll=5s     | stampede.caches.[My.Cache].tll   | stampede.caches.[My.Cache].ttl | stampede.caches.[My.Cache].ttl=5s
					stampede.caches.my.cache.ttl=5s       | stampede.caches.my.cache.ttl     | stampede.caches.[my.cache].ttl, in YAML "[my.cache]" | stampede.caches.[my.cache].ttl=5s
					stampede.caches.My.Cache.tll=5s       | stampede.caches.my.cache.tll     | stampede.caches.[My.Cache].ttl, in YAML "[My.Cache]" | stampede.caches.[My.Cache].ttl=5s
					stampede.defaults.xxxxxxxxxxx=1       | stampede.defaults.xxxxxxxxxxx    | use one of cache-nulls         | stampede.defaults.cache-nulls=true
					stampede.default.ttl=5m               | stampede.default.ttl             | write stampede.defaults.ttl    | stampede.defaults.ttl=5m
					stampede.caches.my:cache.ttl=5s       | stampede.caches.my:cache.ttl     | stampede.caches.[my:cache], in YAML "[my:cache]" | stampede.caches.[my:cache].ttl=5s
					stampede.caches.my_cache.ttl=5s       | stampede.caches.my_cache.ttl     | stampede.caches.[my_cache]     | stampede.caches.[my_cache].ttl=5s
					stampede.caches.sets=5s               | stampede.caches.sets             | stampede.caches.sets.<setting> | stampede.caches.sets.ttl=5s
					stampede.caches.[lock:a].ttl=5s       | must not begin with 'lock:'      | stampede.caches.a              | stampede.caches.a.ttl=5s
					stampede.caches.[a::b].ttl=5s         | must not contain '::'            | stampede.caches.[a:b]          | stampede.caches.[a:b].ttl=5s
					stampede.defaults.ttl=0               | below stampede.defaults cannot work: ttl is 0ms | Write stampede.defaults.ttl=5000ms |
					stampede.defaults.ttl=4000d           | ttl is PT96000H                  | Write stampede.defaults.ttl=5000ms |
					stampede.defaults.stale-ttl=-1        | stale-ttl is -1ms                | Write stampede.defaults.stale-ttl=5000ms |
					stampede.defaults.lock-ttl=-1         | lock-ttl is -1ms                 | Write stampede.defaults.lock-ttl=5000ms |
					stampede.defaults.wait-timeout=0      | wait-timeout is 0ms              | Write stampede.defaults.wait-timeout=5000ms |
					stampede.defaults.null-ttl=0          | null-ttl is 0ms                  | Write stampede.defaults.null-ttl=5000ms |
					stampede.defaults.failure-backoff=0   | failure-backoff is 0ms           | Write stampede.defaults.failure-backoff=5000ms |
					stampede.defaults.early-refresh-beta=-1 | early-refresh-beta is -1.0     | Write stampede.defaults.early-refresh-beta=1 |
					stampede.defaults.max-concurrent-reads=-1 | max-concurrent-reads is -1   | Write stampede.defaults.max-concurrent-reads=0 |
					stampede.defaults.on-lose=            | on-lose is empty                 | Write stampede.defaults.on-lose=SERVE_STALE,POLL |
					stampede.caches.sets.lock-ttl=2m      | below stampede.caches.sets cannot work: lock-ttl (120000ms) is longer | Write stampede.caches.sets.lock-max-hold=120000ms (or more), or stampede.caches.sets.lock-ttl=60000ms (or less) |
					stampede.caches.[My.Sets].ttl=0       | below stampede.caches.[My.Sets]  | Write stampede.caches.[My.Sets].ttl=5000ms |
					stampede.caches.prices.ttl=0          | below stampede.caches.prices     | Write stampede.caches.prices.ttl=5000ms |
					stampede.caches.prices.lock-max-hold=1s,stampede.defaults.lock-ttl=2s | below stampede.caches.prices | stampede.caches.prices.lock-max-hold=2000ms (or more), or stampede.defaults.lock-ttl=1000ms |
					stampede.defaults.refresh=background,stampede.defaults.on-lose=poll | refresh BACKGROUND needs SERVE_STALE | Write stampede.defaults.refresh=INLINE, or stampede.defaults.on-lose=SERVE_STALE,POLL |
					stampede.defaults.ttl-jitter=1        | ttl-jitter is 1.0                | Write stampede.defaults.ttl-jitter=0.1 |
					stampede.redis-timeout=0              | stampede.redis-timeout is PT0S   | Write stampede.redis-timeout=250ms |
					stampede.poll-interval=1s             | longer than stampede.poll-interval-max | stampede.poll-interval-max=1000ms |
					stampede.refresh-threads=0            | stampede.refresh-threads is 0    | Write stampede.refresh-threads=2 |
					stampede.refresh-queue=-1             | stampede.refresh-queue is -1     | Write stampede.refresh-queue=0   |
					stampede.key-prefix=                  | stampede.key-prefix is empty     | Write stampede.key-prefix=       |
					stampede.defaults.ttl=soon            | stampede.defaults.ttl is 'soon'  | Write stampede.defaults.ttl=5000ms |
					stampede.defaults.ttl=5 minutes       | stampede.defaults.ttl is '5 minutes' | Write stampede.defaults.ttl=5m, |
					stampede.defaults.ttl=30 sec          | which is no time                 | Write stampede.defaults.ttl=30s, |
					stampede.defaults.ttl=1500 millis     | which is no time                 | Write stampede.defaults.ttl=1500ms, |
					stampede.defaults.ttl=2 Hours         | which is no time                 | Write stampede.defaults.ttl=2h,  |
					stampede.defaults.ttl=1day            | which is no time                 | Write stampede.defaults.ttl=1d,  |
					stampede.defaults.ttl=2 months        | which is no time                 | Write stampede.defaults.ttl=5000ms, |
					stampede.caches.[My.Cache].ttl=5x     | stampede.caches[My.Cache].ttl is '5x' | ttl=5000ms, or another number with one of the units | stampede.caches[My.Cache].ttl=5s
					stampede.defaults.ttl-jitter=much     | ttl-jitter is 'much'             | Write stampede.defaults.ttl-jitter=0.1 |
					stampede.defaults.lock-renewal=maybe  | lock-renewal is 'maybe'          | Write stampede.defaults.lock-renewal=true |
					stampede.refresh-threads=two          | stampede.refresh-threads is 'two' | Write stampede.refresh-threads=1 |
					stampede.defaults=5s                  | which is no section of settings  | Write stampede.defaults.<setting> | stampede.defaults.ttl=5s
					stampede.defaults.on-lose=sometimes   | 'sometimes' (                    | Write stampede.defaults.on-lose=SERVE_STALE, or another list of SERVE_STALE, POLL |
					stampede.defaults.on-lose=sometimes   | which is none of SERVE_STALE, POLL, RETURN_DEFAULT, FAIL_FAST | Write stampede.defaults.on-lose=SERVE_STALE |
					stampede.defaults.on-lose=serve-stale, pol | in which 'pol' is none of SERVE_STALE, POLL | Write stampede.defaults.on-lose=SERVE_STALE,POLL, or another list |
					stampede.defaults.on-lose=pol,retrun_default,never | in which 'pol' and 'retrun_default' and 'never' is none of | Write stampede.defaults.on-lose=POLL,RETURN_DEFAULT, or another list |
					stampede.defaults.on-lose[0]=fail_fats | which is none of SERVE_STALE    | Write stampede.defaults.on-lose[0]=FAIL_FAST, or another one of |
					stampede.defaults.refresh=backgroud   | which is none of INLINE, BACKGROUND | Write stampede.defaults.refresh=BACKGROUND, or another one of INLINE, BACKGROUND |
					stampede.on-redis-failure=explode     | 'explode'                        | Write stampede.on-redis-failure=FAIL_OPEN |
					stampede.connection-factory=nope      | 'nope', which is no RedisConnectionFactory | Write stampede.connection-factory=redisConnectionFactory |
					stampede.caches.prices.serializer=nope | stampede.caches.prices.serializer names 'nope' | Write stampede.caches.prices.serializer=own |
					stampede.defaults.serializer=nope     | stampede.defaults.serializer names 'nope' | Write stampede.defaults.serializer=own |
					stampede.defaults.near.tl=5s          | stampede.defaults.near.tl        | stampede.defaults.near.ttl     | stampede.defaults.near.ttl=5s
					stampede.caches.sets.near.tl=5s       | stampede.caches.sets.near.tl     | stampede.caches.sets.near.ttl  | stampede.caches.sets.near.ttl=5s
					stampede.defaults.near.ttl=-1         | near.ttl is -1ms                 | Write stampede.defaults.near.ttl=5000ms |
					stampede.caches.sets.near.max-entries=0 | near.max-entries is 0          | Write stampede.caches.sets.near.max-entries=1000 |
					""")
	void startStopsWithAdviceThatWorks(String properties, String description, String action, @Nullable String right) {
		Map<String, Object> wrong = parse(properties);
		List<Map<String, Object>> followed = new ArrayList<>();
		application(wrong).run((context) -> {
			FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains(description);
			assertThat(analysis.getAction()).contains(action);
			ASSIGNMENT.matcher(analysis.getAction()).results().forEach((assignment) -> {
				Map<String, Object> alternative = new HashMap<>(wrong);
				alternative.put(assignment.group(1), assignment.group(2));
				followed.add(alternative);
			});
		});
		if (right != null) {
			followed.clear();
			followed.add(parse(right));
		}
		assertThat(followed).isNotEmpty().allSatisfy((source) -> application(source).run((context) -> {
			assertThat(context).hasNotFailed();
			String id = UUID.randomUUID().toString();
			assertThat(List.of(context.getBean(Prices.class).find(id), context.getBean(Prices.class).find(id)))
				.containsOnly(id + 1);
		}));
	}

	private static Map<String, Object> parse(String properties) {
		return Arrays.stream(properties.split(",(?=stampede)", -1))
			.map((property) -> property.split("=", 2))
			.collect(Collectors.toMap((pair) -> pair[0], (pair) -> pair[1]));
	}

	private ApplicationContextRunner application(Map<String, Object> source) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withBean(Prices.class)
			.withBean("own", RedisSerializer.class, RedisSerializer::java)
			.withPropertyValues("spring.data.redis.host=" + this.redis.host(),
					"spring.data.redis.port=" + this.redis.port())
			.withInitializer((context) -> replace(context, new MapPropertySource("application.properties", source)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "serve_stale", "SERVE-STALE", "servestale", "SERVE_STALE,poll" })
	void relaxedNamesAreAccepted(String value) {
		this.contextRunner.withPropertyValues("stampede.defaults.on-lose=" + value, "stampede.wake-up=poll")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "STAMPEDE_REDISTIMEOUT", "STAMPEDE_REDIS_TIMEOUT", "STAMPEDE_CACHES_SETS_LOCKTTL",
			"STAMPEDE_CACHES_MYSETS_LOCK_TTL", "STAMPEDE_DEFAULTS_STALETTL", "STAMPEDE_DEFAULTS_NEAR_TTL",
			"STAMPEDE_CACHES_SETS_NEAR_MAXENTRIES", "STAMPEDE_SERVICE_HOST", "STAMPEDE_SERVICE_PORT_HTTP",
			"STAMPEDE_PORT", "STAMPEDE_PORT_6379_TCP_ADDR", "STAMPEDE_WEB_SERVICE_HOST", "STAMPEDED", "OTHER" })
	void environmentVariableOfAKubernetesServiceIsAccepted(String variable) {
		withVariable(variable).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void valueFromTheEnvironmentIsBound() {
		withVariable("STAMPEDE_CACHES_SETS_LOCKTTL")
			.run((context) -> assertThat(context.getBean(StampedeProperties.class).caches()).hasEntrySatisfying("sets",
					(settings) -> assertThat(settings.lockTtl()).hasMillis(1234)));
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
	void serializerWhereThereIsNoneAtAllIsAnalyzed() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues("stampede.caches.[My.Prices].serializer=nope")
			.run((context) -> {
				FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains("stampede.caches.[My.Prices].serializer names 'nope'");
				assertThat(analysis.getAction()).startsWith("There is none yet").contains("@Bean(\"nope\")");
			});
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
