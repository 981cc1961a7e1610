package dev.stampede.sample;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The card catalogue.
 */
@SpringBootApplication
public class SampleApplication {

	/**
	 * Starts the catalogue or, with {@code --fleet}, three of it.
	 * @param args the command line
	 * @throws IOException if the fleet does not start
	 * @throws InterruptedException if somebody interrupts it
	 */
	public static void main(String[] args) throws IOException, InterruptedException {
		run(args, System.out);
	}

	static void run(String[] args, PrintStream out) throws IOException, InterruptedException {
		if (List.of(args).contains("--fleet")) {
			Fleet.run(args, out);
		}
		else {
			SpringApplication.run(SampleApplication.class, args);
		}
	}

}
