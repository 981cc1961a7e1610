package dev.stampede.testing;

import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;

/**
 * A server of an image of its own, for versions that no machine has at hand.
 *
 * @param server the container
 * @param redis how tests see it
 */
public record ContainerRedis(SharedRedis server, TestRedis redis) implements AutoCloseable {

	/**
	 * Starts a container; skips the tests that want it where Docker does not answer.
	 * @param image the image
	 * @return the running server
	 */
	public static ContainerRedis startOrSkip(String image) {
		Assumptions.assumeTrue(DockerClientFactory.instance().isDockerAvailable(),
				() -> "Docker does not answer: nothing is tested on " + image);
		SharedRedis server = SharedRedis.container(image);
		return new ContainerRedis(server, new TestRedis(server, "container:"));
	}

	@Override
	public void close() {
		this.server.close();
	}

}
