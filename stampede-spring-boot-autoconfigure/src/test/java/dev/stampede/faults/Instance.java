package dev.stampede.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.stampede.StampedeOperations;
import dev.stampede.autoconfigure.StampedeAutoConfiguration;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.redis.RedisEntryStore;
import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.EventCounts;

/**
 * One instance of an application: a context of its own, configured by the
 * auto-configuration. Locks live so long that one left behind is seen to be.
 */
final class Instance implements AutoCloseable {

	static final long LOCK_MILLIS = 10_000;

	private static final List<String> CACHES = List.of("prices", "leftovers", "hasty", "unstored");

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final EventCounts events = new EventCounts();

	private Instance(Source source, List<String> properties, Class<?>... more) {
		TestPropertyValues.of(properties).applyTo(this.context);
		this.context.registerBean(Source.class, () -> source);
		this.context.registerBean(EventCounts.class, () -> this.events);
		this.context.register(Prices.class);
		Arrays.stream(more).forEach(this.context::register);
		this.context.register(Configurations
			.getClasses(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class)));
		this.context.refresh();
	}

	/**
	 * Starts an instance.
	 */
	static Instance start(Source source, String host, int port, Stream<String> properties, Class<?>... more) {
		List<String> all = new ArrayList<>(List.of("spring.data.redis.host=" + host, "spring.data.redis.port=" + port,
				"stampede.defaults.lock-ttl=" + LOCK_MILLIS, "stampede.redis-timeout=5s",
				"stampede.redis-retry-after=200ms"));
		properties.forEach(all::add);
		return new Instance(source, all, more);
	}

	@Nullable String find(String id) throws Exception {
		return bean(Prices.class).find(id);
	}

	Prices prices() {
		return bean(Prices.class);
	}

	StampedeOperations operations() {
		return bean(StampedeOperations.class);
	}

	RedisEntryStore store() {
		return bean(RedisEntryStore.class);
	}

	EventCounts events() {
		return this.events;
	}

	boolean isSubscribed() {
		return store().state().wakeUp() == WakeUp.SUBSCRIBED;
	}

	int flights() {
		StampedeEngine engine = bean(StampedeEngine.class);
		return CACHES.stream().mapToInt(engine::flights).sum();
	}

	boolean isOpen() {
		return this.context.isActive();
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.context.close();
	}

}
