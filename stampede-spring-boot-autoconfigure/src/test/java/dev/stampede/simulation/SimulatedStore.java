package dev.stampede.simulation;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import dev.stampede.store.InMemoryEntryStore;
import dev.stampede.store.StoreCommand;

/**
 * The store of one simulated JVM: the way to Redis and back is a
 * {@link SimulatedNetwork}.
 */
final class SimulatedStore extends InMemoryEntryStore {

	private final SimulatedNode node;

	private final SimulatedNetwork network;

	private boolean reachable = true;

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

	@Override
	public void hear(Consumer<Listener> message) {
		this.node.mail.add(new SimulatedNode.Message(message, this.network.writing()));
	}

	@Override
	public void meanwhile() {
		this.network.interlude();
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

}
