package dev.stampede.redis;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.StampedeException;
import dev.stampede.StampedeInterruptedException;
import dev.stampede.StampedeStoreException;
import dev.stampede.event.StampedeListener;
import dev.stampede.store.Acquisition;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.StorePhase;
import dev.stampede.store.StoreState;
import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.store.ValueCodec;

/**
 * Sends commands while Redis is worth a try, and draws the conclusions from what becomes
 * of them.
 */
final class DefaultRedisEntryStore implements RedisEntryStore {

	/** For commands that do not tell how long their lock lives. */
	private static final Duration LONGEST_HOLD = Duration.ofSeconds(60);

	private static final int CLUSTER_PARTS = 64;

	private final String instanceId;

	private final RedisDriver driver;

	private final RedisTemplate<String, byte[]> template;

	private final Commands blocking;

	private final Commands async;

	private final Executor executor;

	private final RandomGenerator random;

	private final RedisKeys keys;

	private final RedisClocks clocks;

	private final Messages messages;

	private final Protocol protocol;

	private final CacheClearing clearing;

	private final Availability availability;

	private final Orphans orphans;

	private final StampedeListener listener;

	private final ValueCodecs codecs;

	private final boolean subscribes;

	private final AtomicBoolean askingTime = new AtomicBoolean();

	private volatile @Nullable Subscriber subscriber;

	DefaultRedisEntryStore(RedisEntryStoreBuilder builder) {
		this.random = builder.random;
		this.instanceId = Objects.requireNonNullElseGet(builder.instanceId,
				() -> Long.toString(this.random.nextLong() >>> 14, Character.MAX_RADIX));
		this.executor = builder.executor;
		this.listener = builder.listener;
		this.subscribes = builder.wakeUp;
		this.codecs = new ValueCodecs(builder.serializers);
		this.keys = new RedisKeys(builder.keyPrefix, builder.copied);
		this.driver = RedisDrivers.derive(builder.connectionFactory, builder.topology, builder.timeout);
		int parts = this.driver.isCluster() ? CLUSTER_PARTS : 1;
		this.clocks = new RedisClocks(parts, this.keys, builder.ticker);
		this.messages = new Messages(this.keys, this.instanceId, builder.tellsAlways);
		StampedeScripts scripts = Objects.requireNonNullElseGet(builder.scripts, StampedeScripts::load);
		ScriptCalls calls = new ScriptCalls(scripts, this.keys, this.messages, this.clocks);
		this.protocol = new Protocol(calls, this.keys, this.messages, new EntryReader(this.clocks, this.listener),
				this.clocks);
		this.template = template(this.driver.connectionFactory());
		this.blocking = new TemplateCommands(this.template, this.driver);
		this.async = this.driver.asyncCommands(this.blocking, this.executor);
		this.clearing = new CacheClearing(this.driver, this.keys, this.messages);
		this.availability = new Availability(parts, builder.retryAfter, builder.ticker, this.random, builder.clock);
		this.orphans = new Orphans((release) -> this.protocol.run(this.async, release), builder.scheduler,
				builder.ticker);
		this.driver.onReconnect(this::reconnected);
	}

	@Override
	public String instanceId() {
		return this.instanceId;
	}

	@Override
	public StoreState state() {
		Subscriber present = this.subscriber;
		return new StoreState(this.availability.condition(), this.availability.since(),
				(present != null) ? present.state() : WakeUp.POLLING);
	}

	@Override
	public RedisTemplate<String, byte[]> template() {
		return this.template;
	}

	@Override
	public <R> R execute(StoreCommand<R> command) {
		CompletableFuture<R> reply = send(this.blocking, command, Runnable::run).toCompletableFuture();
		try {
			return reply.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof StampedeException failure) ? failure : ex;
		}
	}

	@Override
	public <R> CompletionStage<R> executeAsync(StoreCommand<R> command) {
		return send(this.async, command, this.executor);
	}

	@Override
	public <T> ValueCodec<T> codec(String cacheName, Type type) {
		return this.codecs.codec(cacheName, type);
	}

	@Override
	public void listen(Listener heard) {
		askTime(); // which connects, so that the first call need not
		if (this.subscribes) {
			Subscriber made = new Subscriber(this.driver, this.messages, heard, this.listener, this.random);
			this.subscriber = made;
			made.start();
		}
		else {
			heard.subscriptionDenied();
		}
	}

	@Override
	public void close() {
		Subscriber present = this.subscriber;
		if (present != null) {
			present.close();
		}
		this.driver.close();
	}

	@SuppressWarnings("unchecked")
	private <R> CompletionStage<R> send(Commands commands, StoreCommand<R> command, Executor clearingExecutor) {
		if (!(command instanceof StoreCommand.Keyed<R> keyed)) {
			return (CompletionStage<R>) clear((StoreCommand.Clear) command, clearingExecutor);
		}
		int slot = this.driver.isCluster() ? this.keys.slot(keyed.key()) : 0;
		if (!this.availability.permits(slot, command.phase())) {
			return CompletableFuture.failedFuture(new StampedeStoreException("Redis is skipped for a while, since it "
					+ "did not serve: no " + command.phase() + " for the cache '" + command.cacheName() + "'"));
		}
		return this.protocol.run(commands, keyed).handle((reply, failure) -> {
			if (failure != null) {
				return CompletableFuture.<R>failedFuture(failed(commands, keyed, slot, failure));
			}
			answered(keyed, slot, reply);
			return CompletableFuture.completedFuture(reply);
		}).thenCompose((outcome) -> outcome);
	}

	private CompletionStage<Long> clear(StoreCommand.Clear command, Executor where) {
		try {
			return CompletableFuture.supplyAsync(() -> this.clearing.clear(command.cacheName()), where)
				.exceptionallyCompose((failure) -> CompletableFuture.failedFuture(failed(command, failure)));
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture.failedFuture(failed(command, ex));
		}
	}

	private void answered(StoreCommand.Keyed<?> command, int slot, Object reply) {
		this.availability.answered(slot, wrote(command, reply));
		if (this.availability.isReadOnly(slot)) {
			// only a write can tell that it is a master again; this one harms nobody
			this.async.delete(this.keys.waiters(this.keys.name(command.key())))
				.thenAccept((gone) -> this.availability.answered(slot, true));
		}
		if (!this.orphans.isEmpty()) {
			this.orphans.releaseAll();
		}
		if (this.clocks.common().isOld()) {
			askTime();
		}
	}

	private StampedeException failed(Commands commands, StoreCommand.Keyed<?> command, int slot, Throwable failure) {
		Fault fault = this.availability.failed(slot, failure);
		String token = token(command);
		if (token != null && (fault.leavesOutcomeOpen() || !(command instanceof StoreCommand.Acquire))) {
			this.orphans.keep(command.key(), token, life(command));
			if (fault != Fault.UNAVAILABLE) {
				this.orphans.releaseNow(token);
			}
		}
		// in a cluster one node would take the connections to all others with it
		if (fault == Fault.TIMEOUT && !state().up() && !this.driver.isCluster()) {
			this.driver.dropConnection();
		}
		if (fault == Fault.UNAVAILABLE) {
			this.clocks.doubt(command.key());
		}
		return exception(commands, command, fault, failure);
	}

	private StampedeException failed(StoreCommand.Clear command, Throwable failure) {
		return exception(this.blocking, command, Fault.of(failure), failure);
	}

	private StampedeException exception(Commands commands, StoreCommand<?> command, Fault fault, Throwable failure) {
		Throwable cause = Fault.unwrap(failure);
		String attempt = command.phase() + " on the cache '" + command.cacheName() + "'";
		if (fault == Fault.INTERRUPTED) {
			Thread.currentThread().interrupt();
			return new StampedeInterruptedException("Interrupted during " + attempt, cause);
		}
		commands.hand(() -> this.listener.storeFailed(command.cacheName(), command.phase()));
		return new StampedeStoreException("Redis did not do " + attempt + ": " + Fault.name(failure), cause);
	}

	private void reconnected() {
		this.clocks.doubt();
		this.availability.reconnected();
		askTime();
	}

	// In the background, so that a hit stays one command.
	private void askTime() {
		if (this.askingTime.compareAndSet(false, true)) {
			this.protocol.askTime(this.async).whenComplete((told, failure) -> this.askingTime.set(false));
		}
	}

	private static boolean wrote(StoreCommand.Keyed<?> command, Object reply) {
		return (reply instanceof Acquisition acquisition) ? acquisition.outcome() == Acquisition.Outcome.WON
				: command.phase() == StorePhase.FILL && Boolean.TRUE.equals(reply);
	}

	private static @Nullable String token(StoreCommand.Keyed<?> command) {
		if (command instanceof StoreCommand.Acquire acquire) {
			return acquire.token();
		}
		if (command instanceof StoreCommand.Seize seize) {
			return seize.token();
		}
		if (command instanceof StoreCommand.Fill fill) {
			return fill.token();
		}
		if (command instanceof StoreCommand.Discard discard) {
			return discard.token();
		}
		if (command instanceof StoreCommand.Release release) {
			return release.token();
		}
		return (command instanceof StoreCommand.Fail fail) ? fail.token() : null;
	}

	private static Duration life(StoreCommand.Keyed<?> command) {
		if (command instanceof StoreCommand.Acquire acquire) {
			return acquire.lockTtl();
		}
		return (command instanceof StoreCommand.Seize seize) ? seize.lockTtl() : LONGEST_HOLD;
	}

	private static RedisTemplate<String, byte[]> template(RedisConnectionFactory factory) {
		RedisTemplate<String, byte[]> template = new RedisTemplate<>();
		template.setConnectionFactory(factory);
		template.setKeySerializer(RedisSerializer.string());
		template.setValueSerializer(RedisSerializer.byteArray());
		template.setHashKeySerializer(RedisSerializer.string());
		template.setHashValueSerializer(RedisSerializer.byteArray());
		template.afterPropertiesSet();
		return template;
	}

}
