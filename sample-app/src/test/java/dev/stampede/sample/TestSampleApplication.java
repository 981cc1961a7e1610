package dev.stampede.sample;

import org.springframework.boot.SpringApplication;

/**
 * The card catalogue for development with Docker: on a Redis in a container.
 */
public final class TestSampleApplication {

	private TestSampleApplication() {
	}

	/**
	 * Starts the catalogue and its containers.
	 * @param args the command line
	 */
	public static void main(String[] args) {
		SpringApplication.from(SampleApplication::main)
			.with(ContainersConfiguration.class)
			.withAdditionalProfiles("containers")
			.run(args);
	}

}
