package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

/**
 * What a member is asked to do: to let callers loose on one key. Written as words.
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

	static Order parse(List<String> words) {
		return new Order(words.get(0), Integer.parseInt(words.get(1)), Duration.parse(words.get(2)),
				Duration.parse(words.get(3)));
	}

	List<String> words() {
		return List.of(this.key, Integer.toString(this.callers), this.pause.toString(), this.time.toString());
	}

}
