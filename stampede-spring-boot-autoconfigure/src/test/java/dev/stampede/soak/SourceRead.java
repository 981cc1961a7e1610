package dev.stampede.soak;

import org.jspecify.annotations.Nullable;

/**
 * A read of the source as the source saw it, or a value that was put.
 */
final class SourceRead {

	private final String entry;

	private final String member;

	private final long version;

	private final long start;

	private volatile @Nullable Long end;

	private volatile boolean failed;

	SourceRead(String entry, String member, long version, long start) {
		this.entry = entry;
		this.member = member;
		this.version = version;
		this.start = start;
	}

	String entry() {
		return this.entry;
	}

	String member() {
		return this.member;
	}

	long version() {
		return this.version;
	}

	long start() {
		return this.start;
	}

	/**
	 * Returns when it ended; for one that runs, now.
	 */
	long end() {
		Long ended = this.end;
		return (ended != null) ? ended : System.nanoTime();
	}

	boolean isRunning() {
		return this.end == null;
	}

	boolean hasFailed() {
		return this.failed;
	}

	void end(boolean failure) {
		this.failed = failure;
		this.end = System.nanoTime();
	}

	private String state() {
		if (isRunning()) {
			return " and on";
		}
		return this.failed ? ", failed" : "";
	}

	@Override
	public String toString() {
		return "%s:%d by %s from %,d to %,d us%s".formatted(this.entry, this.version, this.member, this.start / 1000,
				end() / 1000, state());
	}

}
