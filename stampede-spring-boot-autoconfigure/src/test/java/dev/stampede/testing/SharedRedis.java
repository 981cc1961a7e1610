package dev.stampede.testing;

import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The one server that all test classes of a JVM share.
 *
 * @param host the host
 * @param port the port
 * @param end what to do at the end
 */
record SharedRedis(String host, int port, Runnable end) implements AutoCloseable {

	/**
	 * System property with the {@code host:port} of a running server.
	 */
	static final String ADDRESS_PROPERTY = "dev.stampede.test.redis";

	/**
	 * System property with the image of the container, {@code redis:7} by default.
	 */
	static final String IMAGE_PROPERTY = "dev.stampede.test.redis.image";

	private static final int CONTAINER_PORT = 6379;

	static SharedRedis open() {
		String address = System.getProperty(ADDRESS_PROPERTY, "");
		if (!address.isEmpty()) {
			return given(address);
		}
		if (RedisBinary.kind() == RedisBinary.Kind.AUTO && DockerClientFactory.instance().isDockerAvailable()) {
			return container(System.getProperty(IMAGE_PROPERTY, "redis:7"));
		}
		RedisServer server = RedisServer.start();
		return new SharedRedis(server.host(), server.port(), server::close);
	}

	static SharedRedis given(String address) {
		int colon = address.lastIndexOf(':');
		if (colon < 1) {
			throw new IllegalArgumentException(ADDRESS_PROPERTY + " must be host:port, but is '" + address + "'");
		}
		return new SharedRedis(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)), () -> {
		});
	}

	static SharedRedis container(String image) {
		GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
			.withExposedPorts(CONTAINER_PORT);
		container.start();
		return new SharedRedis(container.getHost(), container.getMappedPort(CONTAINER_PORT), container::stop);
	}

	@Override
	public void close() {
		this.end.run();
	}

}
