package dev.stampede.sample;

import java.util.Objects;
import java.util.stream.Stream;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One instance of the catalogue, at a port of its own.
 *
 * @param context the application
 */
record Instance(ConfigurableApplicationContext context) implements AutoCloseable {

	static Instance start(int redisPort, String... arguments) {
		Stream<String> common = Stream.of("--server.port=0", "--spring.data.redis.port=" + redisPort,
				"--stampede.redis-timeout=5s");
		return new Instance(new SpringApplicationBuilder(SampleApplication.class)
			.run(Stream.concat(common, Stream.of(arguments)).toArray(String[]::new)));
	}

	/**
	 * Returns how often this instance has read the source.
	 */
	long reads() {
		return this.context.getBean(CardSets.class).reads();
	}

	String url() {
		return "http://localhost:" + this.context.getEnvironment().getRequiredProperty("local.server.port");
	}

	RestClient.ResponseSpec get(String path, Object... variables) {
		return request(HttpMethod.GET, path, variables);
	}

	RestClient.ResponseSpec request(HttpMethod method, String path, Object... variables) {
		return RestClient.create(url())
			.method(method)
			.uri(path, variables)
			.retrieve()
			.onStatus((status) -> true, (request, response) -> {
			});
	}

	<T> T get(Class<T> type, String path, Object... variables) {
		return Objects.requireNonNull(get(path, variables).body(type));
	}

	HttpStatusCode status(HttpMethod method, String path) {
		return request(method, path).toBodilessEntity().getStatusCode();
	}

	JsonNode json(String path) {
		return json(HttpMethod.GET, path);
	}

	JsonNode json(HttpMethod method, String path) {
		ResponseEntity<String> answer = request(method, path).toEntity(String.class);
		assertThat(answer.getStatusCode().is2xxSuccessful()).as(path + " answers " + answer).isTrue();
		return JsonMapper.shared().readTree(Objects.requireNonNull(answer.getBody()));
	}

	@Override
	public void close() {
		this.context.close();
	}

}
