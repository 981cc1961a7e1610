package dev.stampede.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

import dev.stampede.StampedeProtected;
import dev.stampede.event.StampedeListener;

/**
 * A hit in the memory of the JVM.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@SuppressWarnings("NullAway.Init") // by the set-up
public class NearHitBenchmark {

	private String id = "EMS0-17";

	private Order order = new Order("EMS0-17");

	private ConfigurableApplicationContext context;

	private Catalogue catalogue;

	private Counter counter;

	/**
	 * Fills what will be hit.
	 * @throws InterruptedException if interrupted
	 */
	@Setup
	public void fill() throws InterruptedException {
		this.context = ProductsConfiguration.start(Application.class, "stampede.defaults.near.ttl=1h");
		this.catalogue = this.context.getBean(Catalogue.class);
		this.counter = this.context.getBean(Counter.class);
		this.catalogue.cacheable(this.id);
		this.catalogue.cacheableOrder(this.order);
		while (this.counter.nearHits.sum() < 100) { // once the subscription stands
			this.catalogue.near(this.id);
			this.catalogue.nearOrder(this.order);
			Thread.sleep(1);
		}
		this.counter.others.reset();
	}

	/**
	 * Lets everything go.
	 */
	@TearDown
	public void close() {
		if (this.counter.others.sum() > 0) {
			throw new IllegalStateException("Not all calls were near hits");
		}
		this.context.close();
	}

	/**
	 * A cached method in Caffeine, with a key by SpEL.
	 * @return the value
	 */
	@Benchmark
	public Object cacheable() {
		return this.catalogue.cacheable(this.id);
	}

	/**
	 * A protected method with a near cache, with the same key.
	 * @return the value
	 */
	@Benchmark
	public Object near() {
		return this.catalogue.near(this.id);
	}

	/**
	 * A cached method in Caffeine, with a property as the key.
	 * @return the value
	 */
	@Benchmark
	public Object cacheableOrder() {
		return this.catalogue.cacheableOrder(this.order);
	}

	/**
	 * A protected method with a near cache, with the same property as the key.
	 * @return the value
	 */
	@Benchmark
	public Object nearOrder() {
		return this.catalogue.nearOrder(this.order);
	}

	/**
	 * An argument that has the key in a property.
	 *
	 * @param id the key
	 */
	public record Order(String id) {

	}

	/**
	 * The methods that are compared.
	 */
	static class Catalogue {

		@Cacheable(cacheNames = "caffeine", key = "#id")
		Product cacheable(String id) {
			return Product.of(id);
		}

		@StampedeProtected(cacheName = "near", key = "#id")
		Product near(String id) {
			return Product.of(id);
		}

		@Cacheable(cacheNames = "caffeine", key = "#order.id")
		Product cacheableOrder(Order order) {
			return Product.of(order.id());
		}

		@StampedeProtected(cacheName = "near", key = "#order.id")
		Product nearOrder(Order order) {
			return Product.of(order.id());
		}

	}

	/**
	 * A counter of events, as meters would be.
	 */
	static final class Counter implements StampedeListener {

		private final LongAdder nearHits = new LongAdder();

		private final LongAdder others = new LongAdder();

		@Override
		public void requested(String cacheName, Request result) {
			((result == Request.NEAR_HIT) ? this.nearHits : this.others).increment();
		}

	}

	/**
	 * An application whose {@code @Cacheable} is on Caffeine.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ProductsConfiguration.class)
	static class Application {

		@Bean
		Catalogue catalogue() {
			return new Catalogue();
		}

		@Bean
		Counter counter() {
			return new Counter();
		}

		@Bean
		@Primary
		CacheManager caffeine() {
			return new CaffeineCacheManager("caffeine");
		}

	}

}
