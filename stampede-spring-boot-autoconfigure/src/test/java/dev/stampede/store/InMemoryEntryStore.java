package dev.stampede.store;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.StampedeStoreException;

/**
 * One node's store on an {@link InMemoryRedis}. Values are text. It can fail on demand
 * and remembers what it was asked.
 */
public class InMemoryEntryStore implements EntryStore {

	private final InMemoryRedis redis;

	private final String instanceId;

	private volatile boolean refusing;

	private final Queue<StoreCommand<?>> commands = new ConcurrentLinkedQueue<>();

	private final List<Class<?>> failing = new ArrayList<>();

	private boolean hears = true;

	// the idea of this JVM of how far the clock of Redis is ahead of the ticker
	private long ahead;

	private @Nullable Listener listener;

	/**
	 * Creates the store of a node, which has to join the server.
	 * @param redis the server
	 * @param instanceId the name of the node
	 */
	public InMemoryEntryStore(InMemoryRedis redis, String instanceId) {
		this.redis = redis;
		this.instanceId = instanceId;
	}

	@Override
	public StoreState state() {
		StoreState.Condition condition = this.redis.isTakenForUp() ? StoreState.Condition.UP
				: StoreState.Condition.DOWN;
		return new StoreState(condition, Instant.EPOCH, StoreState.WakeUp.SUBSCRIBED);
	}

	@Override
	public String instanceId() {
		return this.instanceId;
	}

	@Override
	@SuppressWarnings("unchecked") // each command's reply is of its type
	public <R> R execute(StoreCommand<R> command) {
		this.commands.add(command);
		if (this.failing.stream().anyMatch((type) -> type.isInstance(command))) {
			throw new StampedeStoreException("Down on demand", new IllegalStateException(), this.refusing);
		}
		return (R) carryOut(command);
	}

	@Override
	public <R> CompletionStage<R> executeAsync(StoreCommand<R> command) {
		try {
			return CompletableFuture.completedFuture(execute(command));
		}
		catch (StampedeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	@Override
	@SuppressWarnings("unchecked") // tests of the engine use text only
	public <T> ValueCodec<T> codec(String cacheName, Type type) {
		return (ValueCodec<T>) TextCodec.INSTANCE;
	}

	@Override
	public void listen(Listener listener) {
		this.listener = listener;
	}

	/**
	 * Lets commands of a type fail from now on.
	 * @param type the type; {@link StoreCommand} for all
	 */
	public void failOn(Class<?> type) {
		this.failing.add(type);
	}

	/**
	 * Lets commands of a type be refused from now on.
	 * @param type the type; {@link StoreCommand} for all
	 */
	public void refuse(Class<?> type) {
		this.refusing = true;
		failOn(type);
	}

	/**
	 * Lets no command fail any more.
	 */
	public void recover() {
		this.failing.clear();
		this.refusing = false;
	}

	/**
	 * Stops hearing messages.
	 */
	public void deafen() {
		this.hears = false;
	}

	/**
	 * Hears messages again.
	 */
	public void hearAgain() {
		this.hears = true;
	}

	/**
	 * Returns whether messages are heard.
	 * @return whether somebody listens and is not deaf
	 */
	public boolean hears() {
		return this.hears && this.listener != null;
	}

	/**
	 * Returns who listens.
	 * @return the listener
	 */
	public Listener listener() {
		Listener current = this.listener;
		if (current == null) {
			throw new IllegalStateException("No listener");
		}
		return current;
	}

	/**
	 * Returns what was asked of this store.
	 * @return the simple names of the commands, in order
	 */
	public List<String> asked() {
		return this.commands.stream().map((command) -> command.getClass().getSimpleName()).toList();
	}

	/**
	 * Forgets what was asked so far.
	 */
	public void forgetAsked() {
		this.commands.clear();
	}

	/**
	 * Hears a message, at once.
	 * @param message the message
	 */
	public void hear(Consumer<Listener> message) {
		message.accept(listener());
	}

	/**
	 * Lets Redis carry out a command.
	 * @param command the command
	 * @return the reply
	 */
	public final Object carryOut(StoreCommand<?> command) {
		if (command instanceof StoreCommand.Read read) {
			return this.redis.read(read.key(), this.ahead);
		}
		if (command instanceof StoreCommand.Acquire acquire) {
			this.ahead = this.redis.ahead();
			return this.redis.acquire(acquire);
		}
		if (command instanceof StoreCommand.Renew renew) {
			return this.redis.renew(renew);
		}
		if (command instanceof StoreCommand.Fill fill) {
			return this.redis.fill(fill, this);
		}
		if (command instanceof StoreCommand.Discard discard) {
			return this.redis.discard(discard, this);
		}
		if (command instanceof StoreCommand.Fail fail) {
			this.ahead = this.redis.ahead();
			return this.redis.fail(fail, this);
		}
		if (command instanceof StoreCommand.Release release) {
			return this.redis.release(release);
		}
		if (command instanceof StoreCommand.Inspect inspect) {
			return this.redis.inspect(inspect.key());
		}
		if (command instanceof StoreCommand.Evict evict) {
			return this.redis.evict(evict.key(), this);
		}
		if (command instanceof StoreCommand.Seize seize) {
			return this.redis.seize(seize, this);
		}
		return this.redis.clear(command.cacheName(), this, this::meanwhile);
	}

	/**
	 * Runs while a command that is no atomic step is under way.
	 */
	public void meanwhile() {
	}

	/** Text as its bytes; text that says so cannot be encoded or decoded. */
	private enum TextCodec implements ValueCodec<String> {

		INSTANCE;

		@Override
		public byte[] encode(Object value) {
			if (value.equals("unencodable")) {
				throw new UnstorableValueException("Cannot be encoded");
			}
			if (value.equals("unencodable just now")) {
				throw new IllegalStateException("Cannot be encoded just now");
			}
			return value.toString().getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public String decode(byte[] payload) {
			return new String(payload, StandardCharsets.UTF_8);
		}

	}

}
