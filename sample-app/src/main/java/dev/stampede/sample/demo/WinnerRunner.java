package dev.stampede.sample.demo;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

import dev.stampede.StampedeStoreException;
import dev.stampede.sample.CardSets;
import dev.stampede.sample.Trouble;

/**
 * Work of the second instance: it reads the source, for longer than it lives.
 */
@Component
@ConditionalOnBooleanProperty("sample.winner")
@Lazy(false)
class WinnerRunner implements ApplicationRunner {

	private static final Trouble FOR_EVER = new Trouble(600_000, false);

	private static final long PAUSE = Duration.ofMillis(100).toNanos();

	private final LiveSets sets;

	private final CardSets source;

	WinnerRunner(LiveSets sets, CardSets source) {
		this.sets = sets;
		this.source = source;
	}

	@Override
	public void run(ApplicationArguments arguments) {
		this.source.trouble(FOR_EVER);
		while (!read()) {
			LockSupport.parkNanos(PAUSE);
		}
	}

	// Without an answer from Redis there is no lock, and nothing is read.
	private boolean read() {
		try {
			this.sets.find(LiveSets.DOOMED);
			return true;
		}
		catch (StampedeStoreException ex) {
			return false;
		}
	}

}
