package dev.stampede.engine;

/**
 * Wakes a caller that waits, or will wait: the next wait then ends at once. May be called
 * by any thread, at any time, and does not block.
 */
@FunctionalInterface
interface Waker {

	void wake();

}
