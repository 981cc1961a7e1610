package dev.stampede.sample.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

import dev.stampede.sample.SampleApplication;

/**
 * Start of the packaged sample: the catalogue or, with {@code --fleet}, three of it.
 */
public final class Launcher {

	private Launcher() {
	}

	/**
	 * Starts the catalogue or the fleet.
	 * @param args the command line
	 * @throws IOException if the fleet does not start
	 * @throws InterruptedException if the fleet is interrupted
	 */
	public static void main(String[] args) throws IOException, InterruptedException {
		run(args, System.out);
	}

	static void run(String[] args, PrintStream out) throws IOException, InterruptedException {
		if (List.of(args).contains("--fleet")) {
			Fleet.run(args, out);
		}
		else {
			SampleApplication.main(args);
		}
	}

}
