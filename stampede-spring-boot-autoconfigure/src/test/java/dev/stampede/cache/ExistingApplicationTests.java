package dev.stampede.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.cache.RedisCacheManager;

import dev.stampede.autoconfigure.StampedeAutoConfiguration;
import dev.stampede.autoconfigure.StampedeCacheAutoConfiguration;
import dev.stampede.autoconfigure.StampedeFallbackCacheAutoConfiguration;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with a typical cached service, before and after it got one annotation.
 * Nodes of both kinds run side by side, as they do while a release is rolled out.
 */
@ExtendWith(RedisExtension.class)
class ExistingApplicationTests {

	private final TestRedis redis;

	private final Warehouse warehouse = new Warehouse();

	private final List<ConfigurableApplicationContext> nodes = new ArrayList<>();

	ExistingApplicationTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void stop() {
		this.redis.assertNoLocksLeft();
		this.nodes.forEach(ConfigurableApplicationContext::close);
		this.redis.clear();
	}

	@Test
	void servicesDifferInOneAnnotation() throws IOException {
		List<String> before = lines("StockService.java");
		List<String> after = lines("ProtectedStockService.java").stream()
			.filter((line) -> !line.equals("	@StampedeProtected"))
			.map((line) -> line.replace("ProtectedStockService", "StockService"))
			.toList();
		assertThat(after).isEqualTo(before);
	}

	@Test
	void stampedeIsGoneWithOneAnnotation() throws Exception {
		Stock one = after();
		Stock other = after();
		this.warehouse.work = () -> this.warehouse.awaitJoined(18);
		assertThat(Set.copyOf(ManyThreads.call(10, () -> one.find("a"), () -> other.find("a")))).hasSize(1);
		assertThat(this.warehouse.reads()).isEqualTo(1);
	}

	@Test
	void stampedeWasThereBefore() throws Exception {
		Stock one = before();
		Stock other = before();
		this.warehouse.work = () -> this.warehouse.awaitReads(2);
		ManyThreads.call(10, () -> one.find("a"), () -> other.find("a"));
		assertThat(this.warehouse.reads()).isGreaterThan(1);
	}

	@Test
	void nodesWithAndWithoutTheAnnotationReadEachOthersValues() {
		Stock before = before();
		Stock after = after();
		Price found = after.find("a");
		assertThat(before.find("a")).isEqualTo(found);
		Price other = before.find("b");
		await(() -> isStored("B"));
		assertThat(after.find("b")).isEqualTo(other);
		assertThat(this.warehouse.reads()).isEqualTo(2);
		Price changed = before.change("a");
		await(() -> after.find("a").equals(changed));
		Price changedAgain = after.change("b");
		await(() -> before.find("b").equals(changedAgain));
		assertThat(List.of(found, changed, changedAgain)).doesNotHaveDuplicates();
	}

	@Test
	void evictionsOfEitherKindOfNodeAreSeenByTheOther() {
		Stock before = before();
		Stock after = after();
		after.find("a");
		before.forget("a");
		await(() -> !isStored("A"));
		after.find("a");
		after.forgetAll();
		await(() -> !isStored("A"));
		before.find("a");
		assertThat(this.warehouse.reads()).isEqualTo(3);
	}

	@Test
	void nothingElseIsDifferent() {
		after();
		assertThat(this.nodes.get(0).getBeansOfType(RedisCacheManager.class)).hasSize(1);
		before();
		assertThat(this.nodes.get(1).getBeansOfType(StampedeEngine.class)).isEmpty();
		this.nodes.get(1).getBean(Stock.class).find("a");
		this.nodes.get(0).getBean(Stock.class).find("b");
		await(() -> isStored("A") && isStored("B"));
	}

	@Test
	void existingServiceRunsOnOurManagerBehindItsInterface() {
		Stock one = start(StockService.class, "stampede.cache-manager=true", "spring.aop.proxy-target-class=false");
		Stock other = start(StockService.class, "stampede.cache-manager=true");
		Price found = one.find("a");
		assertThat(one.find("a")).isEqualTo(other.find("a")).isEqualTo(found);
		Price changed = other.change("a");
		assertThat(one.find("a")).isEqualTo(changed).isNotEqualTo(found);
		one.forget("a");
		assertThat(other.find("a")).isEqualTo(changed);
		assertThat(this.warehouse.reads()).isEqualTo(2);
		assertThat(this.redis.call("EXISTS", this.redis.key("stampede:stock::A"))).isEqualTo(1L);
	}

	private boolean isStored(String key) {
		return Long.valueOf(1).equals(this.redis.call("EXISTS", this.redis.key("stock::" + key)));
	}

	// Spring's cache on Redis puts and evicts without waiting for the answer
	private static void await(Callable<Boolean> condition) {
		Awaitility.await().atMost(Duration.ofSeconds(10)).until(condition);
	}

	private Stock before() {
		return start(StockService.class,
				"spring.autoconfigure.exclude=" + String.join(",",
						Stream
							.of(StampedeAutoConfiguration.class, StampedeCacheAutoConfiguration.class,
									StampedeFallbackCacheAutoConfiguration.class)
							.map(Class::getName)
							.toList()));
	}

	private Stock after() {
		return start(ProtectedStockService.class);
	}

	private Stock start(Class<? extends Stock> service, String... properties) {
		ConfigurableApplicationContext node = new SpringApplicationBuilder(Application.class, service)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(this.redis.properties())
			.properties("spring.cache.type=redis", "spring.cache.redis.time-to-live=1m",
					"spring.cache.redis.key-prefix=" + this.redis.keyPrefix(),
					"stampede.key-prefix=" + this.redis.keyPrefix() + "stampede:", "stampede.redis-timeout=5s")
			.properties(properties)
			.initializers((context) -> ((GenericApplicationContext) context).registerBean(Warehouse.class,
					() -> this.warehouse))
			.run();
		this.nodes.add(node);
		return node.getBean(Stock.class);
	}

	// without comments and imports
	private static List<String> lines(String name) throws IOException {
		Path folder = Stream.of("", "stampede-spring-boot-autoconfigure/")
			.map((parent) -> Path.of(parent + "src/test/java/dev/stampede/cache"))
			.filter(Files::isDirectory)
			.findFirst()
			.orElseThrow();
		return Files.readAllLines(folder.resolve(name))
			.stream()
			.filter((line) -> !line.startsWith(" *") && !line.startsWith("import") && !line.isBlank())
			.toList();
	}

	/**
	 * The application around the service.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	static class Application {

	}

}
