package dev.stampede.redis;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
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
 * Entry store on Redis. It sends commands while the circuit breaker lets them through,
 * and tells the breaker, the clocks and the table of unresolved tokens what became of
 * them.
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

	private final CircuitBreaker breaker;

	private final UnresolvedTokens unresolved;

	private final StampedeListener listener;

	private final ValueCodecs codecs;

	private final boolean subscribes;

	private final boolean startsItself;

	private final ThreadFactory threads;

	private final AtomicBoolean started = new AtomicBoolean();

	private volatile @Nullable Listener heard;

	private final AtomicBoolean askingTime = new AtomicBoolean();

	private volatile @Nullable Subscriber subscriber;

	DefaultRedisEntryStore(RedisEntryStoreBuilder builder) {
		this.random = builder.random;
		this.instanceId = Objects.requireNonNullElseGet(builder.instanceId,
				() -> Long.toString(this.random.nextLong() >>> 14, Character.MAX_RADIX));
		this.executor = builder.executor;
		this.listener = builder.listener;
		this.subscribes = builder.wakeUp;
		this.startsItself = builder.autoStart;
		this.threads = builder.threads;
		this.codecs = new ValueCodecs(builder.serializers, builder.jsonCustomizers);
		this.keys = new RedisKeys(builder.keyPrefix, builder.copied);
		this.driver = RedisDrivers.derive(builder.connectionFactory, builder.topology, builder.timeout,
				builder.threads);
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
		this.breaker = new CircuitBreaker(parts, builder.retryAfter, builder.ticker, this.random, builder.clock);
		this.unresolved = new UnresolvedTokens((release) -> this.protocol.run(this.async, release), builder.scheduler,
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
		return new StoreState(this.breaker.condition(), this.breaker.since(),
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
		this.heard = heard;
		if (!this.subscribes) {
			heard.subscriptionDenied();
		}
		if (this.startsItself) {
			start();
		}
	}

	@Override
	public void start() {
		if (!this.started.compareAndSet(false, true)) {
			return;
		}
		this.driver.start();
		askTime(); // which connects, so that the first call need not
		Listener told = this.heard;
		if (this.subscribes && told != null) {
			Subscriber made = new Subscriber(this.driver, this.messages, told, this.listener, this.random,
					this.threads);
			this.subscriber = made;
			made.start();
		}
	}

	@Override
	public void stop() {
		if (this.started.compareAndSet(true, false)) {
			endSubscription();
			this.driver.stop();
			this.clocks.doubt();
		}
	}

	@Override
	public void close() {
		endSubscription();
		this.driver.close();
	}

	private void endSubscription() {
		Subscriber present = this.subscriber;
		Listener told = this.heard;
		if (present != null) {
			this.subscriber = null;
			present.close();
			if (told != null) {
				told.subscriptionChanged(false);
			}
		}
	}

	@SuppressWarnings("unchecked")
	private <R> CompletionStage<R> send(Commands commands, StoreCommand<R> command, Executor clearingExecutor) {
		if (!(command instanceof StoreCommand.Keyed<R> keyed)) {
			return (CompletionStage<R>) clear((StoreCommand.Clear) command, clearingExecutor);
		}
		int slot = this.driver.isCluster() ? this.keys.slot(keyed.key()) : 0;
		if (!this.breaker.permits(slot, command.phase())) {
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
		this.breaker.answered(slot, wrote(command, reply));
		if (this.breaker.isReadOnly(slot)) {
			// only a write can tell that it is a master again; this one harms nobody
			this.async.delete(this.keys.waiters(this.keys.name(command.key())))
				.thenAccept((gone) -> this.breaker.answered(slot, true));
		}
		if (!this.unresolved.isEmpty()) {
			this.unresolved.releaseAll();
		}
		if (this.clocks.common().isOld()) {
			askTime();
		}
	}

	private StampedeException failed(Commands commands, StoreCommand.Keyed<?> command, int slot, Throwable failure) {
		Fault fault = isInterrupted(commands) ? Fault.INTERRUPTED : this.breaker.failed(slot, failure);
		String token = token(command);
		if (token != null && (fault.leavesOutcomeOpen() || !(command instanceof StoreCommand.Acquire))) {
			this.unresolved.keep(command.key(), token, life(command));
			if (fault != Fault.UNAVAILABLE) {
				this.unresolved.releaseNow(token);
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
		return exception(this.blocking, command, isInterrupted(this.blocking) ? Fault.INTERRUPTED : Fault.of(failure),
				failure);
	}

	// with a driver that blocks, the socket of an interrupted virtual thread is closed
	// under it: that says nothing about Redis
	private boolean isInterrupted(Commands commands) {
		return commands.equals(this.blocking) && Thread.currentThread().isInterrupted();
	}

	private StampedeException exception(Commands commands, StoreCommand<?> command, Fault fault, Throwable failure) {
		Throwable cause = Fault.unwrap(failure);
		String attempt = command.phase() + " on the cache '" + command.cacheName() + "'";
		if (fault == Fault.INTERRUPTED) {
			Thread.currentThread().interrupt();
			return new StampedeInterruptedException("Interrupted during " + attempt, cause);
		}
		commands.hand(() -> this.listener.storeFailed(command.cacheName(), command.phase()));
		return new StampedeStoreException("Redis did not do " + attempt + ": " + Fault.name(failure), cause,
				fault.concernsOneCommand());
	}

	private void reconnected() {
		this.clocks.doubt();
		this.breaker.reconnected();
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

	// one that is lost with a renewal is still known to its holder
	private static @Nullable String token(StoreCommand.Keyed<?> command) {
		return (command instanceof StoreCommand.Tokened<?> tokened && !(command instanceof StoreCommand.Renew))
				? tokened.token() : null;
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
