package dev.stampede.engine;

/**
 * Signal to a caller that waits, or will wait: the next wait then ends at once. May be
 * given by any thread, at any time, and does not block.
 */
@FunctionalInterface
interface Waker {

	void wake();

}
