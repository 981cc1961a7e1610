package dev.stampede.redis;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.event.StampedeListener;
import dev.stampede.redis.json.StampedeJsonCustomizer;
import dev.stampede.store.StoreState;

/**
 * Builder of a {@link RedisEntryStore}. Not safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class RedisEntryStoreBuilder {

	final RedisConnectionFactory connectionFactory;

	final Executor executor;

	final ScheduledExecutorService scheduler;

	String keyPrefix = "stampede:";

	@Nullable String instanceId;

	Duration timeout = Duration.ofMillis(250);

	Duration retryAfter = Duration.ofSeconds(1);

	boolean wakeUp = true;

	Predicate<String> tellsAlways = (cacheName) -> false;

	Predicate<String> copied = (cacheName) -> false;

	Function<String, @Nullable RedisSerializer<?>> serializers = (cacheName) -> null;

	List<StampedeJsonCustomizer> jsonCustomizers = List.of();

	StampedeListener listener = new StampedeListener() {
	};

	LongSupplier ticker = System::nanoTime;

	Clock clock = Clock.systemUTC();

	RandomGenerator random = new SecureRandom();

	boolean autoStart = true;

	ThreadFactory threads = RedisEntryStoreBuilder::thread;

	@Nullable StampedeScripts scripts;

	@Nullable RedisConfiguration topology;

	RedisEntryStoreBuilder(RedisConnectionFactory connectionFactory, Executor executor,
			ScheduledExecutorService scheduler) {
		this.connectionFactory = connectionFactory;
		this.executor = executor;
		this.scheduler = scheduler;
	}

	/**
	 * Sets what all keys of entries begin with; {@code stampede:} by default.
	 * @param keyPrefix the prefix
	 * @return this builder
	 */
	public RedisEntryStoreBuilder keyPrefix(String keyPrefix) {
		this.keyPrefix = keyPrefix;
		return this;
	}

	/**
	 * Sets the name of this JVM in tokens; random by default.
	 * @param instanceId a short name of letters and digits
	 * @return this builder
	 */
	public RedisEntryStoreBuilder instanceId(String instanceId) {
		if (!instanceId.matches("[A-Za-z0-9_.-]{1,64}")) {
			throw new IllegalArgumentException("The instance id '" + instanceId
					+ "' must be 1 to 64 letters, digits, dots, hyphens or underscores");
		}
		this.instanceId = instanceId;
		return this;
	}

	/**
	 * Sets the limit of each command and of waiting for a connection; 250 milliseconds by
	 * default. The first connection is waited for longer, for up to 5 seconds.
	 * @param timeout the limit
	 * @return this builder
	 */
	public RedisEntryStoreBuilder timeout(Duration timeout) {
		this.timeout = positive("redis-timeout", timeout);
		return this;
	}

	/**
	 * Sets for how long a Redis that does not answer is skipped; 1 second by default,
	 * jittered.
	 * @param retryAfter the pause
	 * @return this builder
	 */
	public RedisEntryStoreBuilder retryAfter(Duration retryAfter) {
		this.retryAfter = positive("redis-retry-after", retryAfter);
		return this;
	}

	/**
	 * Sets whether to subscribe to wake-up messages; true by default.
	 * @param subscribe false to poll only
	 * @return this builder
	 */
	public RedisEntryStoreBuilder wakeUp(boolean subscribe) {
		this.wakeUp = subscribe;
		return this;
	}

	/**
	 * Sets the caches whose fills, and entries given up, are told to other instances
	 * though nobody waits, as near caches need it; none by default.
	 * @param caches tells by the name of a cache
	 * @return this builder
	 */
	public RedisEntryStoreBuilder tellEveryFill(Predicate<String> caches) {
		this.tellsAlways = caches;
		return this;
	}

	/**
	 * Sets the caches whose entries are kept elsewhere: what is stored here are copies
	 * for losers, under keys of their own, since that other cache may use those of
	 * entries; none by default.
	 * @param caches tells by the name of a cache
	 * @return this builder
	 */
	public RedisEntryStoreBuilder copied(Predicate<String> caches) {
		this.copied = caches;
		return this;
	}

	/**
	 * Sets the serializers that replace JSON; none by default.
	 * @param serializers answers a cache's name with its serializer, or null for JSON
	 * @return this builder
	 */
	public RedisEntryStoreBuilder serializers(Function<String, @Nullable RedisSerializer<?>> serializers) {
		this.serializers = serializers;
		return this;
	}

	/**
	 * Sets what is added to the mapper of values; nothing by default.
	 * @param customizers the customizers, in order
	 * @return this builder
	 */
	public RedisEntryStoreBuilder jsonCustomizers(List<StampedeJsonCustomizer> customizers) {
		this.jsonCustomizers = List.copyOf(customizers);
		return this;
	}

	/**
	 * Sets who hears of failures.
	 * @param listener the listener
	 * @return this builder
	 */
	public RedisEntryStoreBuilder listener(StampedeListener listener) {
		this.listener = listener;
		return this;
	}

	/**
	 * Sets the nanosecond ticker; it must be the one that the engine uses.
	 * {@link System#nanoTime} by default.
	 * @param ticker the ticker
	 * @return this builder
	 */
	public RedisEntryStoreBuilder ticker(LongSupplier ticker) {
		this.ticker = ticker;
		return this;
	}

	/**
	 * Sets the clock behind {@link StoreState#since()}; nothing else looks at it.
	 * @param clock the clock
	 * @return this builder
	 */
	public RedisEntryStoreBuilder clock(Clock clock) {
		this.clock = clock;
		return this;
	}

	/**
	 * Sets the source of chance, for the instance id and for jitter; a
	 * {@link SecureRandom} by default.
	 * @param random the generator, safe for use by several threads
	 * @return this builder
	 */
	public RedisEntryStoreBuilder random(RandomGenerator random) {
		this.random = random;
		return this;
	}

	/**
	 * Sets the scripts; loaded from the class path by default.
	 * @param scripts the scripts
	 * @return this builder
	 */
	public RedisEntryStoreBuilder scripts(StampedeScripts scripts) {
		this.scripts = scripts;
		return this;
	}

	/**
	 * Sets whether the store connects as soon as it is listened to; true by default. If
	 * not, it does at {@link RedisEntryStore#start()}, or at the first command.
	 * @param autoStart whether it starts by itself
	 * @return this builder
	 */
	public RedisEntryStoreBuilder autoStart(boolean autoStart) {
		this.autoStart = autoStart;
		return this;
	}

	/**
	 * Sets who makes the threads on which the store connects and keeps its subscription;
	 * by default they are daemons that inherit nothing.
	 * @param threads the factory
	 * @return this builder
	 */
	public RedisEntryStoreBuilder threads(ThreadFactory threads) {
		this.threads = threads;
		return this;
	}

	/**
	 * Sets where Redis is, for a connection factory that does not tell: that of a static
	 * master with replicas.
	 * @param topology the configuration that the factory was made of
	 * @return this builder
	 */
	public RedisEntryStoreBuilder topology(RedisConfiguration topology) {
		this.topology = topology;
		return this;
	}

	/**
	 * Builds the store; this does not touch the network.
	 * @return the store; to be closed by the caller
	 */
	public RedisEntryStore build() {
		return new DefaultRedisEntryStore(this);
	}

	private static Thread thread(Runnable task) {
		Thread thread = new Thread(null, task, "stampede", 0, false);
		thread.setDaemon(true);
		thread.setContextClassLoader(RedisEntryStoreBuilder.class.getClassLoader());
		return thread;
	}

	private static Duration positive(String name, Duration value) {
		if (value.isNegative() || value.toMillis() < 1) {
			throw new IllegalArgumentException(name + " is " + value + ": it must be at least 1ms");
		}
		return value;
	}

}
