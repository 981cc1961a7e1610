package dev.stampede.soak;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Notices when a JVM got no processor for a while: a thread that sleeps for a moment and
 * looks how late it wakes.
 */
final class StallMeter {

	static final long STALL = TimeUnit.MILLISECONDS.toNanos(150);

	private static final long PAUSE = 10;

	private StallMeter() {
	}

	/**
	 * Begins to watch.
	 * @param stalled told from when to when, on the clock of {@link System#nanoTime()}
	 */
	static Thread start(BiConsumer<Long, Long> stalled) {
		Thread thread = new Thread(() -> watch(stalled), "stall-meter");
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	private static void watch(BiConsumer<Long, Long> stalled) {
		try {
			while (true) {
				long before = System.nanoTime();
				TimeUnit.MILLISECONDS.sleep(PAUSE);
				long after = System.nanoTime();
				if (after - before > STALL) {
					stalled.accept(before, after);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
