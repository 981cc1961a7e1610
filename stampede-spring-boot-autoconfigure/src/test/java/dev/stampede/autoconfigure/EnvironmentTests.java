package dev.stampede.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import dev.stampede.StampedeProtected;
import dev.stampede.interceptor.StampedeProtectedBeanPostProcessor;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Environment variables and system properties, which are everybody's, and placeholders.
 */
@ExtendWith(OutputCaptureExtension.class)
class EnvironmentTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.port=1");

	@ParameterizedTest
	@CsvSource({ "STAMPEDE_ENABELD,STAMPEDE_ENABLED", "STAMPEDE_CACHES_SETS_LOCKTLL,STAMPEDE_CACHES_SETS_LOCKTTL",
			"STAMPEDE_DEFAULTS_TLL,STAMPEDE_DEFAULTS_TTL", "STAMPEDE_REDIS_TIMEOU,STAMPEDE_REDISTIMEOUT",
			"STAMPEDE_VERSION,key-prefix", "STAMPEDE_CACHES_DIR,ttl", "STAMPEDE_CACHES,use one of",
			"STAMPEDE_DEFAULTS,use one of", "STAMPEDE_DEFAULTS_NEAR,If it was meant" })
	void unknownVariableIsAWarning(String variable, String near, CapturedOutput output) {
		with(variable, "/opt/stampede").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).containsOnlyOnce(variable + " is no setting of Stampede").contains(near);
		});
	}

	@ParameterizedTest
	@CsvSource({ "stampede.home,connection-factory", "stampede.lockTtl,stampede.lockttl",
			"stampede.caches.my:sets.ttl,stampede.caches.[my:sets]" })
	void unknownSystemPropertyIsAWarning(String property, String near, CapturedOutput output) {
		with(new MapPropertySource("systemProperties", Map.of(property, "5", "stampede.defaults.lockTtl", "5000")))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains(property + " is no setting")
					.contains(near)
					.doesNotContain("defaults.lockTtl");
			});
	}

	@ParameterizedTest
	@CsvSource({ "STAMPEDE_CACHES_CARD_SETS_TTL,card-sets", "STAMPEDE_CACHES_CARDSETS_TTL,card-sets",
			"STAMPEDE_CACHES_CARDS_BLUE_TTL,cards.blue", "STAMPEDE_CACHES_SETSERVICE_FINDSET_TTL,SetService.findSet",
			"STAMPEDE_CACHES_SETSERVICEFINDSET_TTL,SetService.findSet", "STAMPEDE_CACHES_SETS_TTL,sets" })
	void variableReachesACacheWhateverItsName(String variable, String cacheName) {
		with(variable, "1234").run((context) -> {
			PolicyResolver policies = context.getBean(PolicyResolver.class);
			assertThat(policies.resolve(cacheName, PolicySettings.none()).ttl()).hasMillis(1234);
			assertThat(policies.resolve("other-sets", PolicySettings.none()).ttl()).hasMinutes(10);
		});
	}

	@Test
	void sectionInAFileIsOverriddenByTheVariable() {
		with("STAMPEDE_CACHES_CARD_SETS_TTL", "1234").withPropertyValues("stampede.caches.card-sets.lock-ttl=2s")
			.run((context) -> {
				PolicyResolver policies = context.getBean(PolicyResolver.class);
				assertThat(policies.resolve("card-sets", PolicySettings.none()).ttl()).hasMillis(1234);
				assertThat(policies.resolve("card-sets", PolicySettings.none()).lockTtl()).hasSeconds(2);
			});
	}

	@Test
	void variableThatTakesEffectIsNoReasonForAWarning(CapturedOutput output) {
		with("STAMPEDE_CACHES_CARDSSERVICEFIND_TTL", "1234").withBean(CardsService.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain("No protected or cached method").doesNotContain("No cache is named");
		});
	}

	@Test
	void variableThatNamesNoCacheIsWarnedOfWithThoseThatDo(CapturedOutput output) {
		with("STAMPEDE_CACHES_CARD_SETZ_TTL", "1234").withBean(CardsService.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains("STAMPEDE_CACHES_CARD_SETZ_TTL").contains("STAMPEDE_CACHES_CARDSSERVICEFIND_");
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { Named.class, Configured.class })
	void placeholdersInNamesOfCachesAreResolved(Class<?> type) {
		this.contextRunner.withBean(type)
			.withPropertyValues("app.cache=cards-blue")
			.run((context) -> assertThat(context.getBean(StampedeProtectedBeanPostProcessor.class).getCacheNames())
				.containsExactly("cards-blue"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Named.class, Configured.class })
	void placeholderThatNobodyKnowsStopsTheStart(Class<?> type) {
		this.contextRunner.withBean(type)
			.run((context) -> assertThat(Failures.analyze(context.getStartupFailure()).getDescription())
				.contains("the name of its cache is '${app.cache}'"));
	}

	@Test
	void minusOneIsNotTakenForTheDefault() {
		this.contextRunner.withBean(Forever.class)
			.run((context) -> assertThat(Failures.analyze(context.getStartupFailure()).getDescription())
				.contains("ttl is -1ms"));
	}

	private ApplicationContextRunner with(String variable, String value) {
		return with(new SystemEnvironmentPropertySource("systemEnvironment", Map.of(variable, value)));
	}

	private ApplicationContextRunner with(PropertySource<?> source) {
		return this.contextRunner.withInitializer((context) -> replace(context, source));
	}

	private static void replace(ConfigurableApplicationContext context, PropertySource<?> source) {
		context.getEnvironment().getPropertySources().replace(source.getName(), source);
	}

	/** Has the default name of a cache. */
	static class CardsService {

		@StampedeProtected
		String find(String id) {
			return id;
		}

	}

	/** Names its cache. */
	static class Named {

		@StampedeProtected(cacheName = "${app.cache}")
		String find(String id) {
			return id;
		}

	}

	/** Has its cache named. */
	@CacheConfig(cacheNames = "${app.cache}")
	static class Configured {

		@StampedeProtected
		String find(String id) {
			return id;
		}

	}

	/** Never ends, if it could. */
	static class Forever {

		@StampedeProtected(ttl = -1)
		String find(String id) {
			return id;
		}

	}

}
