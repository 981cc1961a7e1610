package dev.stampede.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition;
import dev.stampede.store.Acquisition.Outcome;
import dev.stampede.store.Entry;
import dev.stampede.store.Failing;
import dev.stampede.store.StoreCommand;

/**
 * Runs commands of the protocol, on either twin of {@link Commands}. What Redis refuses
 * while a slot moves (TRYAGAIN) is done with single-key commands: no fill is stored then,
 * and an eviction deletes the lock first, so that no fill slips between.
 */
final class Protocol {

	private final ScriptCalls calls;

	private final RedisKeys keys;

	private final Messages messages;

	private final EntryReader reader;

	private final RedisClocks clocks;

	Protocol(ScriptCalls calls, RedisKeys keys, Messages messages, EntryReader reader, RedisClocks clocks) {
		this.calls = calls;
		this.keys = keys;
		this.messages = messages;
		this.reader = reader;
		this.clocks = clocks;
	}

	@SuppressWarnings("unchecked")
	<R> CompletionStage<R> run(Commands commands, StoreCommand.Keyed<R> command) {
		if (command instanceof StoreCommand.Read read) {
			return (CompletionStage<R>) read(commands, read);
		}
		return this.calls.of(command)
			.on(commands)
			.exceptionallyCompose((failure) -> (Fault.of(failure) == Fault.MOVING)
					? (CompletionStage<R>) whileMoving(commands, command, failure)
					: CompletableFuture.failedFuture(failure));
	}

	/**
	 * Asks for the time.
	 * @param commands the commands to ask with
	 * @return when the clock is known
	 */
	CompletionStage<Void> askTime(Commands commands) {
		long sent = this.clocks.common().ticker();
		return commands.time().thenAccept((micros) -> this.clocks.common().told(sent, micros));
	}

	private CompletionStage<Entry> read(Commands commands, StoreCommand.Read read) {
		String entry = this.keys.entry(read.key());
		StoreCommand.Audience audience = read.audience();
		Consumer<byte @Nullable []> arrival = (audience != null) ? (bytes) -> tell(audience, read.key(), bytes) : null;
		CompletionStage<byte[]> bytes = this.clocks.common().isKnown() ? commands.get(entry, arrival)
				: askTime(commands).exceptionallyCompose(this::notTold)
					.thenCompose((told) -> commands.get(entry, arrival));
		return bytes.thenApply((found) -> this.reader.read(commands, read.key(), found));
	}

	private void tell(StoreCommand.Audience audience, EntryKey key, byte @Nullable [] bytes) {
		if (bytes != null && audience.isWaiting()) {
			audience.hear(this.reader.read(key, bytes));
		}
	}

	// In a cluster another node than that of the key may have been asked.
	private CompletionStage<Void> notTold(Throwable failure) {
		return this.clocks.isCluster() ? CompletableFuture.allOf() : CompletableFuture.failedFuture(failure);
	}

	private CompletionStage<?> whileMoving(Commands commands, StoreCommand.Keyed<?> command, Throwable failure) {
		if (command instanceof StoreCommand.Acquire acquire) {
			return this.calls.acquireLockAlone(acquire)
				.on(commands)
				.thenCompose((reply) -> withEntry(commands, acquire, reply));
		}
		if (command instanceof StoreCommand.Evict) {
			return evict(commands, command.key());
		}
		if (command instanceof StoreCommand.Seize) {
			return evict(commands, command.key()).thenApply((gone) -> true);
		}
		if (command instanceof StoreCommand.Fill fill) {
			return release(commands, command.key(), fill.token()).thenCompose((owner) -> notStored(owner, failure));
		}
		if (command instanceof StoreCommand.Fail fail) {
			return release(commands, command.key(), fail.token())
				.thenApply((owner) -> new Failing(owner, Entry.ABSENT));
		}
		if (command instanceof StoreCommand.Discard discard) {
			return this.calls.discardLockAlone(discard)
				.on(commands)
				.thenCompose((owner) -> (owner && !discard.keepsEntry())
						? commands.delete(this.keys.entry(command.key())).thenApply((gone) -> true)
						: CompletableFuture.completedFuture(owner));
		}
		return CompletableFuture.failedFuture(failure);
	}

	// A fill that still had its lock is not refused but failed: no eviction came between,
	// so whoever waited on the flight may share what was read.
	private static CompletionStage<Boolean> notStored(boolean owner, Throwable failure) {
		return owner ? CompletableFuture.failedFuture(failure) : CompletableFuture.completedFuture(false);
	}

	// The winner looks at the entry after it has the lock, as the script would before.
	private CompletionStage<Acquisition> withEntry(Commands commands, StoreCommand.Acquire acquire, Acquisition reply) {
		if (reply.outcome() != Outcome.WON) {
			return CompletableFuture.completedFuture(reply);
		}
		return read(commands, new StoreCommand.Read(acquire.key())).thenCompose((entry) -> {
			boolean another = entry.stamp() != acquire.seenStamp() && entry.isFresh(this.clocks.common().ticker());
			Acquisition won = new Acquisition(Outcome.WON, entry, reply.holder(), reply.remainingMillis());
			return another
					? release(commands, acquire.key(), acquire.token())
						.thenApply((released) -> new Acquisition(Outcome.FILLED, entry, null, 0))
					: CompletableFuture.completedFuture(won);
		});
	}

	private CompletionStage<Boolean> evict(Commands commands, EntryKey key) {
		String name = this.keys.name(key);
		Function<Long, CompletionStage<Boolean>> tell = (gone) -> commands
			.publish(this.keys.channel(), this.messages.evicted(name))
			.handle((receivers, failure) -> gone > 0);
		return commands.delete(this.keys.lock(name))
			.thenCompose((locks) -> commands.delete(this.keys.entry(key)))
			.thenCompose(tell);
	}

	private CompletionStage<Boolean> release(Commands commands, EntryKey key, String token) {
		return run(commands, new StoreCommand.Release(key, token));
	}

}
