package dev.stampede.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The card catalogue.
 */
@SpringBootApplication
public class SampleApplication {

	/**
	 * Starts the catalogue.
	 * @param args the command line
	 */
	public static void main(String[] args) {
		SpringApplication.run(SampleApplication.class, args);
	}

}
