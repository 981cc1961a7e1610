package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.script.RedisScript;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition;
import dev.stampede.store.Acquisition.Outcome;
import dev.stampede.store.Entry;
import dev.stampede.store.Failing;
import dev.stampede.store.Filling;
import dev.stampede.store.KeyState;
import dev.stampede.store.KeyState.EntryState;
import dev.stampede.store.KeyState.LockState;
import dev.stampede.store.StoreCommand;

/**
 * Translates commands of the protocol into calls of scripts, and their replies back.
 */
final class ScriptCalls {

	private static final byte[] ONE = { '1' };

	private static final byte[] ZERO = { '0' };

	private static final long LONGEST_READ_MILLIS = 0xFFFFFFFFL;

	private static final Outcome[] OUTCOMES = { Outcome.FILLED, Outcome.WON, Outcome.HELD, Outcome.BACKING_OFF,
			Outcome.PASSING };

	private static final LockState[] LOCKS = { LockState.FREE, LockState.HELD, LockState.BACKOFF, LockState.PASS };

	private static final EntryState[] ENTRIES = { EntryState.ABSENT, EntryState.FRESH, EntryState.STALE };

	private static final long AS_SEEN = 1;

	private final StampedeScripts scripts;

	private final RedisKeys keys;

	private final Messages messages;

	private final RedisClocks clocks;

	ScriptCalls(StampedeScripts scripts, RedisKeys keys, Messages messages, RedisClocks clocks) {
		this.scripts = scripts;
		this.keys = keys;
		this.messages = messages;
		this.clocks = clocks;
	}

	@SuppressWarnings("unchecked")
	<R> ScriptCall<?, R> of(StoreCommand.Keyed<R> command) {
		return (ScriptCall<?, R>) translate(command);
	}

	/**
	 * Looks at the lock alone, as it must be while its slot moves.
	 * @param command the acquire
	 * @return the call; its reply knows no entry
	 */
	ScriptCall<?, Acquisition> acquireLockAlone(StoreCommand.Acquire command) {
		return acquire(command, List.of(this.keys.lock(this.keys.name(command.key()))));
	}

	/**
	 * Gives the lock up, or turns it into a pass mark, and leaves the entry, as it must
	 * be while its slot moves.
	 * @param command the discard
	 * @return the call
	 */
	ScriptCall<?, Boolean> discardLockAlone(StoreCommand.Discard command) {
		String name = this.keys.name(command.key());
		return discard(command, name, List.of(this.keys.lock(name)));
	}

	private ScriptCall<?, ?> translate(StoreCommand.Keyed<?> command) {
		String name = this.keys.name(command.key());
		String entry = this.keys.entry(command.key(), name);
		String lock = this.keys.lock(name);
		List<String> all = List.of(lock, entry, this.keys.waiters(name));
		if (command instanceof StoreCommand.Acquire acquire) {
			return acquire(acquire, all);
		}
		if (command instanceof StoreCommand.Fill fill) {
			return fill(fill, name, all);
		}
		if (command instanceof StoreCommand.Fail fail) {
			return fail(fail, name, all);
		}
		if (command instanceof StoreCommand.Discard discard) {
			return discard(discard, name, all);
		}
		if (command instanceof StoreCommand.Release release) {
			return answer(this.scripts.release(), List.of(lock), text(release.token()));
		}
		if (command instanceof StoreCommand.Renew renew) {
			return answer(this.scripts.renew(), List.of(lock), text(renew.token()), millis(renew.lockTtl(), 1));
		}
		if (command instanceof StoreCommand.Evict) {
			return answer(this.scripts.evict(), all, channel(), this.messages.evicted(name));
		}
		if (command instanceof StoreCommand.Seize seize) {
			return answer(this.scripts.seize(), List.of(lock, entry), text(seize.token()), millis(seize.lockTtl(), 1),
					channel(), this.messages.evicted(name));
		}
		if (command instanceof StoreCommand.Inspect) {
			return new ScriptCall<>(this.scripts.inspect(), List.of(lock, entry), List.of(), ScriptCalls::inspected);
		}
		throw new IllegalArgumentException("No script for " + command.getClass().getSimpleName());
	}

	private ScriptCall<?, Acquisition> acquire(StoreCommand.Acquire command, List<String> keys) {
		List<byte[]> arguments = List.of(text(command.token()), millis(command.lockTtl(), 1),
				text(command.seenStamp()));
		long sent = this.clocks.common().ticker();
		return new ScriptCall<>(this.scripts.acquire(), keys, arguments,
				(reply) -> acquired(command.key(), reply, sent));
	}

	private ScriptCall<?, Boolean> fill(StoreCommand.Fill command, String name, List<String> keys) {
		Filling value = command.value();
		byte[] flags = text(value.nullValue() ? EntryFormat.NULL_VALUE : 0);
		byte[] read = text(Math.max(0, Math.min(LONGEST_READ_MILLIS, value.readTime().toMillis())));
		return answer(this.scripts.fill(), keys, text(command.token()), flags, millis(value.ttl(), 1),
				millis(value.staleTtl(), 0), millis(value.staleIfErrorTtl(), 0), read, value.payload(), channel(),
				this.messages.filled(name, value.trace()), always(command));
	}

	private ScriptCall<?, Failing> fail(StoreCommand.Fail command, String name, List<String> keys) {
		List<byte[]> arguments = List.of(text(command.token()), text("!" + this.messages.instanceId()),
				millis(command.backoff(), 1), channel(), this.messages.freed(name), command.takesFresh() ? ONE : ZERO);
		long sent = this.clocks.common().ticker();
		return new ScriptCall<>(this.scripts.fail(), keys, arguments, (reply) -> failed(command.key(), reply, sent));
	}

	private ScriptCall<?, Boolean> discard(StoreCommand.Discard command, String name, List<String> keys) {
		return answer(this.scripts.discard(), keys, text(command.token()), channel(), this.messages.freed(name),
				always(command), command.keepsEntry() ? ONE : ZERO, text("?" + this.messages.instanceId()),
				command.passTtl().isZero() ? ZERO : millis(command.passTtl(), 1));
	}

	private static ScriptCall<?, Boolean> answer(RedisScript<Long> script, List<String> keys, byte[]... arguments) {
		return new ScriptCall<>(script, keys, List.of(arguments), (reply) -> reply > 0);
	}

	private Acquisition acquired(EntryKey key, List<?> reply, long sent) {
		this.clocks.told(key, sent, number(reply, 2));
		String holder = new String(bytes(reply, 3), StandardCharsets.UTF_8);
		return new Acquisition(OUTCOMES[(int) number(reply, 0)], entry(key, number(reply, 4), bytes(reply, 5)),
				holder.isEmpty() ? null : holder, number(reply, 1));
	}

	private @Nullable Entry entry(EntryKey key, long state, byte[] bytes) {
		return (state == AS_SEEN) ? null : entry(key, bytes);
	}

	private Entry entry(EntryKey key, byte[] bytes) {
		Entry entry = EntryFormat.read(bytes, this.clocks.of(key));
		return (entry != null) ? entry : Entry.ABSENT;
	}

	private Failing failed(EntryKey key, List<?> reply, long sent) {
		this.clocks.told(key, sent, number(reply, 1));
		return new Failing(number(reply, 0) > 0, entry(key, bytes(reply, 2)));
	}

	private static KeyState inspected(List<?> reply) {
		String holder = new String(bytes(reply, 1), StandardCharsets.UTF_8);
		return new KeyState(LOCKS[(int) number(reply, 0)], holder.isEmpty() ? null : holder, number(reply, 2),
				ENTRIES[(int) number(reply, 3)], number(reply, 4), number(reply, 5));
	}

	private byte[] always(StoreCommand<?> command) {
		return this.messages.tellsAlways(command.cacheName()) ? ONE : ZERO;
	}

	private byte[] channel() {
		return this.messages.channel();
	}

	private static long number(List<?> reply, int index) {
		return ((Number) reply.get(index)).longValue();
	}

	private static byte[] bytes(List<?> reply, int index) {
		return (byte[]) reply.get(index);
	}

	private static byte[] millis(Duration duration, long least) {
		return text(Math.max(least, duration.toMillis()));
	}

	private static byte[] text(Object value) {
		return value.toString().getBytes(StandardCharsets.UTF_8);
	}

}
