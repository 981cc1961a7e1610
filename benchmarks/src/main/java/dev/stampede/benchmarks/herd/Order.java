package dev.stampede.benchmarks.herd;

import java.time.Duration;

/**
 * Order to a member: to let callers loose on one key. Written as one line.
 *
 * @param key the key
 * @param callers how many there are in this member
 * @param pause from the beginning of a caller's call to that of its next
 * @param time how long the callers go on; each calls once at least
 */
record Order(String key, int callers, Duration pause, Duration time) {

	static Order once(String key, int callers) {
		return new Order(key, callers, Duration.ZERO, Duration.ZERO);
	}

	static Order parse(String line) {
		String[] words = line.split(" ", -1);
		return new Order(words[0], Integer.parseInt(words[1]), Duration.parse(words[2]), Duration.parse(words[3]));
	}

	@Override
	public String toString() {
		return String.join(" ", this.key, Integer.toString(this.callers), this.pause.toString(), this.time.toString());
	}

}
