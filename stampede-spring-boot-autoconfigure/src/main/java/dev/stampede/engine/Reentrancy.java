package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;

/**
 * Re-entrancy: the source reads that are running on the current thread, innermost first.
 * A protected call inside a read of its own key runs its method, since it is the holder
 * itself.
 */
final class Reentrancy {

	@SuppressWarnings("ThreadLocalUsage") // one for each engine, which lives as long as
											// its context
	private final ThreadLocal<@Nullable Level> innermost = new ThreadLocal<>();

	boolean reads(EntryKey key) {
		for (Level level = this.innermost.get(); level != null; level = level.outer) {
			if (level.key.equals(key)) {
				return true;
			}
		}
		return false;
	}

	boolean readsCache(String cacheName) {
		for (Level level = this.innermost.get(); level != null; level = level.outer) {
			if (level.key.cacheName().equals(cacheName)) {
				return true;
			}
		}
		return false;
	}

	void enter(EntryKey key) {
		this.innermost.set(new Level(key, this.innermost.get()));
	}

	void leave() {
		Level level = this.innermost.get();
		if (level == null || level.outer == null) {
			this.innermost.remove();
		}
		else {
			this.innermost.set(level.outer);
		}
	}

	private record Level(EntryKey key, @Nullable Level outer) {

	}

}
