package dev.stampede.docs;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The snippets do what the documentation says.
 */
@ExtendWith(RedisExtension.class)
class SnippetsTests {

	private final TestRedis redis;

	SnippetsTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void clear() {
		this.redis.clear();
	}

	@Test
	void resultOfAnnotatedMethodIsStoredUnderItsKey() {
		try (ConfigurableApplicationContext context = start()) {
			CatalogueService catalogue = context.getBean(CatalogueService.class);
			CardSet set = catalogue.findSet("EMS0");
			assertThat(catalogue.findSet("EMS0")).isEqualTo(set).isEqualTo(new CardSet("EMS0", BigDecimal.ONE));
			assertThat(this.redis.call("EXISTS", this.redis.key("sets::EMS0"))).isEqualTo(1L);
		}
	}

	@Test
	void operationsMeetTheAnnotation() {
		try (ConfigurableApplicationContext context = start()) {
			CatalogueService catalogue = context.getBean(CatalogueService.class);
			CatalogueOperations operations = context.getBean(CatalogueOperations.class);
			CardSet set = catalogue.findSet("EMS0");
			assertThat(operations.find("EMS0")).isEqualTo(set);
			operations.orderArrived("EMS0");
			assertThat(operations.find("EMS0")).isEqualTo(new CardSet("EMS0", new BigDecimal(2)));
			assertThat(catalogue.findSet("EMS0")).isEqualTo(new CardSet("EMS0", new BigDecimal(2)));
		}
	}

	@Test
	void cachedMethodIsProtectedByOurCacheManager() {
		try (ConfigurableApplicationContext context = start("--stampede.cache-manager=true")) {
			RateService rates = context.getBean(RateService.class);
			assertThat(rates.rate("EUR")).isEqualTo(BigDecimal.ONE);
			assertThat(rates.rate("EUR")).isEqualTo(BigDecimal.ONE);
			assertThat(this.redis.call("EXISTS", this.redis.key("rates::EUR"))).isEqualTo(1L);
			rates.rateChanged("EUR");
			assertThat(rates.rate("EUR")).isEqualTo(BigDecimal.valueOf(2));
		}
	}

	@Test
	void operationsStoreGenericTypesPutEvictAndClear() {
		try (ConfigurableApplicationContext context = start()) {
			ProductCatalogue catalogue = context.getBean(ProductCatalogue.class);
			assertThat(catalogue.inCategory("toys")).isEqualTo(catalogue.inCategory("toys"));
			assertThat(catalogue.cheapest("toys").join()).isEqualTo(catalogue.cheapest("toys").join());
			ProductCatalogue.Product bear = new ProductCatalogue.Product("bear", BigDecimal.TEN);
			catalogue.priceChanged("toys", List.of(bear), bear);
			assertThat(catalogue.inCategory("toys")).containsExactly(bear);
			assertThat(catalogue.cheapest("toys").join()).isEqualTo(bear);
			catalogue.allChanged();
			assertThat(catalogue.inCategory("toys")).isNotNull().doesNotContain(bear);
		}
	}

	@Test
	void operationsWorkWithoutSpring() {
		LettuceConnectionFactory connections = new LettuceConnectionFactory(this.redis.host(), this.redis.port());
		assertThat(ProductCatalogue.withoutSpring(connections)).isEqualTo("Hello");
	}

	@Test
	void migratedMethodIsReadOnceUntilItIsEvicted() {
		try (ConfigurableApplicationContext context = start()) {
			MigratedPrices prices = context.getBean(MigratedPrices.class);
			assertThat(prices.price("a")).isEqualTo(prices.price("a")).isEqualTo(BigDecimal.ONE);
			prices.priceChanged("a");
			assertThat(prices.price("a")).isEqualTo(BigDecimal.valueOf(2));
		}
	}

	@Test
	void methodWithBothAnnotationsIsCachedWhereItWas() {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class,
				ProtectedRateService.class)
			.web(WebApplicationType.NONE)
			.properties(this.redis.properties())
			.run("--spring.cache.type=simple")) {
			ProtectedRateService rates = context.getBean(ProtectedRateService.class);
			assertThat(rates.rate("EUR")).isEqualTo(BigDecimal.ONE);
			assertThat(rates.rate("EUR")).isEqualTo(BigDecimal.ONE);
			assertThat(this.redis.call("EXISTS", this.redis.key("rates::EUR"))).isEqualTo(0L);
		}
	}

	@ParameterizedTest
	@MethodSource
	void applicationStartsWithConfigurationOf(String yaml, @TempDir Path folder) throws IOException {
		Path file = Files.writeString(folder.resolve("application.yml"), yaml);
		try (ConfigurableApplicationContext context = start("--spring.config.location=" + file.toUri())) {
			assertThat(context.getBean(CatalogueService.class).findSet("EMS0").code()).isEqualTo("EMS0");
		}
	}

	static Stream<String> applicationStartsWithConfigurationOf() {
		Documentation documentation = Documentation.find();
		return documentation.pages().stream().flatMap((page) -> documentation.blocks(page, "yaml").stream());
	}

	private ConfigurableApplicationContext start(String... args) {
		Stream<String> ofRedis = Stream.of(this.redis.properties()).map((property) -> "--" + property);
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.run(Stream.concat(ofRedis, Stream.of(args)).toArray(String[]::new));
	}

	/**
	 * An application with the classes of the documentation.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	@Import({ OrderRepository.class, CatalogueService.class, CatalogueOperations.class, MigratedPrices.class,
			ProductCatalogue.class, RateBoard.class, RateService.class })
	static class Application {

		@Bean
		RedisSerializer<CardSet> setSerializer() {
			return new JacksonJsonRedisSerializer<>(CardSet.class);
		}

	}

}
