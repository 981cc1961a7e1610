package dev.stampede.simulation;

import java.lang.reflect.Type;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import dev.stampede.store.InMemoryEntryStore;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.UnstorableValueException;
import dev.stampede.store.ValueCodec;

/**
 * The store of one simulated JVM: the way to Redis and back is a
 * {@link SimulatedNetwork}.
 */
final class SimulatedStore extends InMemoryEntryStore {

	private final SimulatedNode node;

	private final SimulatedNetwork network;

	private boolean reachable = true;

	private boolean refuses;

	private boolean dead;

	SimulatedStore(SimulatedNode node, SimulatedNetwork network) {
		super(network.redis(), node.name);
		this.node = node;
		this.network = network;
	}

	@Override
	public <R> R execute(StoreCommand<R> command) {
		return this.network.execute(this.node, command);
	}

	@Override
	public <R> CompletionStage<R> executeAsync(StoreCommand<R> command) {
		return this.network.executeAsync(this.node, command);
	}

	// whoever decodes is at it for a while, in which others go on
	@Override
	public <T> ValueCodec<T> codec(String cacheName, Type type) {
		ValueCodec<T> codec = super.codec(cacheName, type);
		return new SlowCodec<>(codec, this);
	}

	@Override
	public void hear(Consumer<Listener> message) {
		this.node.mail.add(new SimulatedNode.Message(message, this.network.writing()));
	}

	@Override
	public void meanwhile() {
		this.network.interlude();
	}

	/**
	 * Sets whether values are refused when they are encoded.
	 * @param refused whether they are
	 */
	void refuse(boolean refused) {
		this.refuses = refused;
	}

	boolean isReachable() {
		return this.reachable;
	}

	void cutOff() {
		this.reachable = false;
	}

	void reconnect() {
		this.reachable = !this.dead;
	}

	void die() {
		this.dead = true;
		this.reachable = false;
	}

	/** Lets others go on while it decodes. */
	private record SlowCodec<T>(ValueCodec<T> codec, SimulatedStore store) implements ValueCodec<T> {

		@Override
		public byte[] encode(Object value) {
			if (this.store.refuses) {
				throw new UnstorableValueException("Refused by chance");
			}
			return this.codec.encode(value);
		}

		@Override
		public T decode(byte[] payload) {
			this.store.network.interlude();
			return this.codec.decode(payload);
		}

	}

}
