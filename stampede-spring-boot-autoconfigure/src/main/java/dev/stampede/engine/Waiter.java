package dev.stampede.engine;

import dev.stampede.key.EntryKey;

/**
 * A caller as flights and the bulkhead of source reads know it: what it asks for, since
 * when, and how to wake it. Compared by identity.
 */
interface Waiter extends Waker {

	EntryKey key();

	/**
	 * Returns when the call began.
	 * @return the ticker's value in nanoseconds
	 */
	long started();

}
