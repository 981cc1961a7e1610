package dev.stampede.sample;

import java.io.IOException;
import java.io.OutputStream;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * What the second instance does: it reads the source, for longer than it lives. It ends
 * with the instance that started it.
 */
@Component
@ConditionalOnBooleanProperty("sample.winner")
@Lazy(false)
class WinnerRunner implements ApplicationRunner {

	private static final Trouble FOR_EVER = new Trouble(600_000, false);

	private final LiveSets sets;

	private final CardSets source;

	WinnerRunner(LiveSets sets, CardSets source) {
		this.sets = sets;
		this.source = source;
	}

	@Override
	public void run(ApplicationArguments arguments) {
		Thread parent = new Thread(WinnerRunner::endWithParent, "parent");
		parent.setDaemon(true);
		parent.start();
		this.source.trouble(FOR_EVER);
		this.sets.find(LiveSets.DOOMED);
	}

	// The pipe to this process ends when the one that holds it does.
	private static void endWithParent() {
		try {
			System.in.transferTo(OutputStream.nullOutputStream());
		}
		catch (IOException ex) {
			// ended all the same
		}
		Runtime.getRuntime().halt(1);
	}

}
