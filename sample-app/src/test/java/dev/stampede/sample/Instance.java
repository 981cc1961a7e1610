package dev.stampede.sample;

import java.util.Objects;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;

/**
 * One instance of the catalogue, at a port of its own.
 *
 * @param context the application
 */
record Instance(ConfigurableApplicationContext context) implements AutoCloseable {

	static Instance start(int redisPort) {
		return new Instance(new SpringApplicationBuilder(SampleApplication.class).run("--server.port=0",
				"--spring.data.redis.port=" + redisPort, "--stampede.redis-timeout=5s"));
	}

	/**
	 * Returns how often this instance has read the source.
	 */
	long reads() {
		return this.context.getBean(CardSets.class).reads();
	}

	RestClient.ResponseSpec get(String path, Object... variables) {
		String port = this.context.getEnvironment().getRequiredProperty("local.server.port");
		return RestClient.create("http://localhost:" + port)
			.get()
			.uri(path, variables)
			.retrieve()
			.onStatus((status) -> true, (request, response) -> {
			});
	}

	<T> T get(Class<T> type, String path, Object... variables) {
		return Objects.requireNonNull(get(path, variables).body(type));
	}

	@Override
	public void close() {
		this.context.close();
	}

}
