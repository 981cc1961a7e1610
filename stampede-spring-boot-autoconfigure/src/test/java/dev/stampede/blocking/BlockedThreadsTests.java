package dev.stampede.blocking;

import org.junit.jupiter.api.Test;

import dev.stampede.testing.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that asynchronous calls block neither the thread that makes them nor an event
 * loop of Lettuce: BlockHound watches both, in a JVM of its own, since it changes classes
 * of the JDK.
 */
class BlockedThreadsTests {

	@Test
	void asynchronousCallsBlockNobody() throws Exception {
		assertThat(new ChildJvm()
			.options("-XX:+AllowRedefinitionToAddDeleteMethods", "-XX:+EnableDynamicAgentLoading", "-Xshare:off")
			.run(WatchedApplication.class.getName())).containsExactly("proof blocked 2", "cold answered 100",
					"hits answered 100", "stale answered 100", "hanging answered 100", "dead answered 100",
					"restarted answered 100", "blocked 0");
	}

}
