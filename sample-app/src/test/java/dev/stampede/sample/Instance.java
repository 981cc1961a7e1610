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
public record Instance(ConfigurableApplicationContext context) implements AutoCloseable {

	/**
	 * Starts an instance.
	 * @param redisPort where its Redis is, or is to be started
	 * @param arguments more arguments of the command line
	 * @return the running instance
	 */
	public static Instance start(int redisPort, String... arguments) {
		Stream<String> common = Stream.of("--server.port=0", "--spring.data.redis.port=" + redisPort,
				"--stampede.redis-timeout=5s");
		return new Instance(new SpringApplicationBuilder(SampleApplication.class)
			.run(Stream.concat(common, Stream.of(arguments)).toArray(String[]::new)));
	}

	/**
	 * Returns how often this instance has read the source.
	 * @return the number of reads
	 */
	public long reads() {
		return this.context.getBean(CardSets.class).reads();
	}

	/**
	 * Returns where it answers.
	 * @return the address, without a path
	 */
	public String url() {
		return "http://localhost:" + this.context.getEnvironment().getRequiredProperty("local.server.port");
	}

	/**
	 * Asks for a path.
	 * @param path the path, with variables
	 * @param variables the values of the variables
	 * @return the answer, whatever its status
	 */
	public RestClient.ResponseSpec get(String path, Object... variables) {
		return request(HttpMethod.GET, path, variables);
	}

	/**
	 * Sends a request without a body.
	 * @param method the method
	 * @param path the path, with variables
	 * @param variables the values of the variables
	 * @return the answer, whatever its status
	 */
	public RestClient.ResponseSpec request(HttpMethod method, String path, Object... variables) {
		return RestClient.create(url())
			.method(method)
			.uri(path, variables)
			.retrieve()
			.onStatus((status) -> true, (request, response) -> {
			});
	}

	/**
	 * Asks for a path.
	 * @param <T> the type of the answer's body
	 * @param type the type of the answer's body
	 * @param path the path, with variables
	 * @param variables the values of the variables
	 * @return the body
	 */
	public <T> T get(Class<T> type, String path, Object... variables) {
		return Objects.requireNonNull(get(path, variables).body(type));
	}

	/**
	 * Sends a request without a body.
	 * @param method the method
	 * @param path the path
	 * @return the status of the answer
	 */
	public HttpStatusCode status(HttpMethod method, String path) {
		return request(method, path).toBodilessEntity().getStatusCode();
	}

	/**
	 * Asks for a path that must be there.
	 * @param path the path
	 * @return the answer
	 */
	public JsonNode json(String path) {
		return json(HttpMethod.GET, path);
	}

	/**
	 * Sends a request that must succeed.
	 * @param method the method
	 * @param path the path, with variables
	 * @param variables the values of the variables
	 * @return the answer
	 */
	public JsonNode json(HttpMethod method, String path, Object... variables) {
		ResponseEntity<String> answer = request(method, path, variables).toEntity(String.class);
		assertThat(answer.getStatusCode().is2xxSuccessful()).as(path + " answers " + answer).isTrue();
		return JsonMapper.shared().readTree(Objects.requireNonNull(answer.getBody()));
	}

	@Override
	public void close() {
		this.context.close();
	}

}
