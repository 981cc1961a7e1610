package dev.stampede.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.keyvalue.repository.KeyValueRepository;
import org.springframework.data.map.repository.config.EnableMapRepositories;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PutExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

import dev.stampede.OnLose;
import dev.stampede.StampedeConfigurationException;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Interfaces that others implement: clients of Spring's HTTP interfaces, and repositories
 * of Spring Data.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class ClientsAndRepositoriesTests {

	private final TestRedis redis;

	ClientsAndRepositoriesTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void clear() {
		this.redis.clear();
	}

	@Test
	void clientIsProtectedAndItsDefaultMethodIsTheFallback() {
		application().withUserConfiguration(Client.class).run((context) -> {
			Remote remote = context.getBean(Remote.class);
			PriceClient client = context.getBean(PriceClient.class);
			remote.open.countDown();
			assertThat(client.price("a")).isEqualTo(client.price("a")).isEqualTo("/prices/a 1");
			assertThat(client.other("a")).isEqualTo("/others/a 2");
			assertThat(client.other("a")).isEqualTo("/others/a 3");
		});
		application().withUserConfiguration(Client.class).run((context) -> {
			Remote remote = context.getBean(Remote.class);
			PriceClient client = context.getBean(PriceClient.class);
			CompletableFuture<String> winner = new CompletableFuture<>();
			new Thread(() -> winner.complete(client.price("b"))).start();
			assertThat(remote.reached.await(20, TimeUnit.SECONDS)).isTrue();
			assertThat(client.price("b")).isEqualTo("list price of b");
			remote.open.countDown();
			assertThat(winner).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("/prices/b 1");
		});
	}

	@Test
	void twoClientsOfOneInterfaceStopTheStart() {
		application().withUserConfiguration(TwoClients.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(StampedeConfigurationException.class)
				.hasMessageContaining(
						"the beans 'north' and 'south' would share the entries of its cache " + "'PriceClient.price'"));
	}

	@Test
	void clientsOfSubInterfacesHaveCachesOfTheirOwn() {
		application().withUserConfiguration(TwoRegions.class).run((context) -> {
			context.getBean(Remote.class).open.countDown();
			assertThat(context.getBean(North.class).price("a")).isEqualTo("/prices/a 1");
			assertThat(context.getBean(South.class).price("a")).isEqualTo("/prices/a 2");
			assertThat(context.getBean(North.class).price("a")).isEqualTo("/prices/a 1");
		});
	}

	@Test
	void typeOfAClientDoesNotCoverWhatPlainlyWrites(CapturedOutput output) {
		Logger logger = (Logger) LoggerFactory.getLogger("dev.stampede.interceptor");
		logger.setLevel(Level.INFO);
		try {
			application().withUserConfiguration(TypedClient.class).run((context) -> {
				context.getBean(Remote.class).open.countDown();
				StockClient client = context.getBean(StockClient.class);
				assertThat(client.find("a")).isEqualTo(client.find("a"));
				assertThat(client.change("a")).isNotEqualTo(client.change("a"));
			});
		}
		finally {
			logger.setLevel(null);
		}
		assertThat(output)
			.containsOnlyOnce(
					"StockClient covers ClientsAndRepositoriesTests.StockClient.find(String); it does not cover "
							+ "ClientsAndRepositoriesTests.StockClient.change(String)")
			.containsOnlyOnce("@StampedeProtected on the type");
	}

	@Test
	void repositoryIsProtectedAndItsDefaultMethodIsTheFallback() {
		application().withUserConfiguration(Repositories.class).run((context) -> {
			CardRepository cards = context.getBean(CardRepository.class);
			cards.save(new Card("1", "first"));
			assertThat(cards.findByName("first")).contains(new Card("1", "first"));
			cards.deleteAll();
			assertThat(cards.findByName("first")).contains(new Card("1", "first"));
			assertThat(cards.findAllByName("first")).isEmpty();
		});
	}

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s");
	}

	public interface PriceClient {

		@GetExchange("/prices/{id}")
		@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "listPrice")
		String price(@PathVariable String id);

		default String listPrice(String id, Throwable reason) {
			return "list price of " + id;
		}

		@GetExchange("/others/{id}")
		String other(@PathVariable String id);

	}

	interface North extends PriceClient {

		@Override
		@GetExchange("/prices/{id}")
		@StampedeProtected("north")
		String price(@PathVariable String id);

	}

	interface South extends PriceClient {

		@Override
		@GetExchange("/prices/{id}")
		@StampedeProtected("south")
		String price(@PathVariable String id);

	}

	@StampedeProtected
	interface StockClient {

		@GetExchange("/stock/{id}")
		String find(@PathVariable String id);

		@PutExchange("/stock/{id}")
		String change(@PathVariable String id);

	}

	/** The service at the other end. */
	static class Remote {

		private final AtomicInteger requests = new AtomicInteger();

		private final CountDownLatch reached = new CountDownLatch(1);

		private final CountDownLatch open = new CountDownLatch(1);

		<T> T client(Class<T> type) {
			RestClient client = RestClient.builder()
				.baseUrl("http://localhost")
				.requestInterceptor((request, body, next) -> {
					String answer = request.getURI().getPath() + " " + this.requests.incrementAndGet();
					this.reached.countDown();
					pass();
					MockClientHttpResponse response = new MockClientHttpResponse(
							answer.getBytes(StandardCharsets.UTF_8), HttpStatus.OK);
					response.getHeaders().setContentType(MediaType.TEXT_PLAIN);
					return response;
				})
				.build();
			return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client)).build().createClient(type);
		}

		private void pass() {
			try {
				assertThat(this.open.await(20, TimeUnit.SECONDS)).isTrue();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Client {

		@Bean
		Remote remote() {
			return new Remote();
		}

		@Bean
		PriceClient client(Remote remote) {
			return remote.client(PriceClient.class);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoClients {

		@Bean
		Remote remote() {
			return new Remote();
		}

		@Bean
		PriceClient north(Remote remote) {
			return remote.client(PriceClient.class);
		}

		@Bean
		PriceClient south(Remote remote) {
			return remote.client(PriceClient.class);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoRegions {

		@Bean
		Remote remote() {
			return new Remote();
		}

		@Bean
		North north(Remote remote) {
			return remote.client(North.class);
		}

		@Bean
		South south(Remote remote) {
			return remote.client(South.class);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TypedClient {

		@Bean
		Remote remote() {
			return new Remote();
		}

		@Bean
		StockClient stock(Remote remote) {
			return remote.client(StockClient.class);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableMapRepositories(considerNestedRepositories = true)
	static class Repositories {

	}

	public interface CardRepository extends KeyValueRepository<Card, String> {

		@StampedeProtected(onLose = { OnLose.POLL, OnLose.RETURN_DEFAULT }, fallback = "nothing")
		Optional<Card> findByName(String name);

		default Optional<Card> nothing(String name) {
			return Optional.empty();
		}

		List<Card> findAllByName(String name);

	}

	/** What is kept. */
	public record Card(@Id @Nullable String id, String name) {

	}

}
