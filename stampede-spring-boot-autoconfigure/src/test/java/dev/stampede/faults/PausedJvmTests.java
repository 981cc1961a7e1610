package dev.stampede.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisServer;
import dev.stampede.testing.fleet.MemberJvm;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A whole JVM stands still, as in a long collection of garbage or without processor time,
 * for longer than its limit on a command of Redis. Its replies have long been there when
 * it goes on.
 */
class PausedJvmTests {

	private static final int PAUSE = 400;

	private static final Duration LIMIT = Duration.ofSeconds(60);

	@Test
	@Injects(InjectedFault.JVM_PAUSES)
	void jvmThatStoodStillReadsNoWarmKeyAgain() throws Exception {
		ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
		try (RedisServer server = RedisServer.start();
				MemberJvm application = MemberJvm.launch("paused", PausedApplication.class,
						List.of(server.host(), String.valueOf(server.port())))) {
			assertThat(application.next(LIMIT)).isEqualTo("warm");
			for (int i = 0; i < 3; i++) {
				application.pause();
				clock.schedule(application::resume, PAUSE, TimeUnit.MILLISECONDS).get();
			}
			application.send("count");
			assertThat(application.next(LIMIT)).isEqualTo(WarmTraffic.KEYS + " reads, 0 failures, UP");
		}
		finally {
			clock.shutdownNow();
		}
	}

}
