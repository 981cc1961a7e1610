package dev.stampede.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mockito;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.stampede.StampedeProtected;
import dev.stampede.cache.PooledTransactionManager;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.RedisCluster;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of beans that applications have around and before protected ones.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class BeansOfTheApplicationTests {

	private final TestRedis redis;

	private final EventCounts events = new EventCounts();

	BeansOfTheApplicationTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void beansThatWarmUpInTwoStartingContextsReadTheSourceOnce() {
		AtomicInteger reads = new AtomicInteger();
		List<CompletableFuture<String>> starts = Stream
			.generate(() -> CompletableFuture.supplyAsync(() -> warmUp(reads), (task) -> new Thread(task).start()))
			.limit(2)
			.toList();
		assertThat(starts)
			.allSatisfy((start) -> assertThat(start).succeedsWithin(120, TimeUnit.SECONDS).isEqualTo("read 1"));
		assertThat(reads).hasValue(1);
	}

	private String warmUp(AtomicInteger reads) {
		List<String> values = new ArrayList<>();
		application().withBean(EventCounts.class, () -> this.events)
			.withBean(WarmSource.class, () -> new WarmSource(reads, this.events))
			.withBean(WarmUp.class)
			.run((context) -> values.add(context.getBean(WarmUp.class).value));
		return values.get(0);
	}

	@Test
	void advisedBeanInAnExpressionStaysAdvised(CapturedOutput output) {
		application().withUserConfiguration(Transactions.class).withBean(TenantPrices.class).run((context) -> {
			TenantPrices prices = context.getBean(TenantPrices.class);
			assertThat(AopUtils.isAopProxy(context.getBean(TenantResolver.class))).isTrue();
			assertThat(prices.find("a")).isEqualTo(prices.find("a"));
			assertThat(this.redis.call("EXISTS", this.redis.key("tenants::in transaction true a"))).isEqualTo(1L);
			assertThat(output).doesNotContain("not eligible");
		});
	}

	@Test
	void spiedBeanIsProtectedByTheNamesOfItsParameters() {
		NamedPrices spied = Mockito.spy(new NamedPrices());
		application().withBean("prices", NamedPrices.class, () -> spied).run((context) -> {
			assertThat(context).hasNotFailed();
			NamedPrices prices = context.getBean(NamedPrices.class);
			assertThat(prices.find("spied")).isEqualTo(prices.find("spied"));
			assertThat(prices.find("other")).startsWith("other");
			Mockito.verify(spied, Mockito.times(2)).read(Mockito.anyString());
		});
	}

	@Test
	void clusterNodesAloneMakeProtectionActive() {
		try (RedisCluster cluster = RedisCluster.start(3)) {
			String nodes = cluster.servers()
				.stream()
				.map((server) -> server.host() + ":" + server.port())
				.collect(Collectors.joining(","));
			new ApplicationContextRunner()
				.withConfiguration(
						AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
				.withPropertyValues("spring.data.redis.cluster.nodes=" + nodes, "stampede.redis-timeout=5s")
				.withBean(EventCounts.class, () -> this.events)
				.withBean(Prices.class)
				.run((context) -> {
					Prices prices = context.getBean(Prices.class);
					assertThat(prices.find("a")).isEqualTo(prices.find("a"));
					assertThat(this.events.count("released.FILLED")).isEqualTo(1);
				});
		}
	}

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s");
	}

	/** A source whose first read goes on when the other context has come. */
	static class WarmSource {

		private final AtomicInteger reads;

		private final EventCounts events;

		WarmSource(AtomicInteger reads, EventCounts events) {
			this.reads = reads;
			this.events = events;
		}

		@StampedeProtected("warm")
		String find(String id) {
			int number = this.reads.incrementAndGet();
			Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> this.events.count("lock.LOST") > 0);
			return "read " + number;
		}

	}

	static class WarmUp implements InitializingBean {

		private final WarmSource source;

		String value = "";

		WarmUp(WarmSource source) {
			this.source = source;
		}

		@Override
		public void afterPropertiesSet() {
			this.value = this.source.find("warm");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Transactions {

		@Bean
		PlatformTransactionManager transactionManager() {
			return new PooledTransactionManager(1);
		}

		@Bean
		TenantResolver tenantResolver() {
			return new TenantResolver();
		}

	}

	interface Tenant {

		String current();

	}

	static class TenantResolver implements Tenant {

		@Override
		@Transactional
		public String current() {
			return "in transaction " + TransactionSynchronizationManager.isActualTransactionActive() + " ";
		}

	}

	static class TenantPrices {

		private final AtomicInteger reads = new AtomicInteger();

		@StampedeProtected(cacheName = "tenants", key = "@tenantResolver.current() + #id")
		String find(String id) {
			return "read " + this.reads.incrementAndGet();
		}

	}

	/** A bean whose key names a parameter. */
	static class NamedPrices {

		private final AtomicInteger reads = new AtomicInteger();

		@StampedeProtected(cacheName = "named", key = "#id")
		String find(String id) {
			return read(id);
		}

		String read(String id) {
			return id + this.reads.incrementAndGet();
		}

	}

}
