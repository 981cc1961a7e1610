package dev.stampede.testing;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RedisServerTests {

	@Test
	void startWithArgumentsPassesThemOn() {
		try (RedisServer server = RedisServer.start("--maxmemory", "64mb", "--requirepass", "secret")) {
			try (RespClient client = RespClient.connect(server.host(), server.port())) {
				assertThatIllegalStateException().isThrownBy(() -> client.call("GET", "a"))
					.withMessageContaining("NOAUTH");
				client.call("AUTH", "secret");
				assertThat(client.call("CONFIG", "GET", "maxmemory"))
					.isEqualTo(List.of("maxmemory", String.valueOf(64 << 20)));
			}
		}
	}

	@Test
	void startWhenArgumentsAreWrongFailsWithTheLog() {
		assertThatIllegalStateException().isThrownBy(() -> RedisServer.start("--no-such-directive", "1"))
			.withMessageContaining("no-such-directive");
	}

	@Test
	void restartAfterKillKeepsThePortAndLosesTheData() {
		try (RedisServer server = RedisServer.start()) {
			int port = server.port();
			long pid = server.pid();
			server.call("SET", "a", "1");
			server.kill();
			assertThat(server.isAlive()).isFalse();
			assertThat(RespClient.answers(server.host(), port)).isFalse();
			server.restart();
			assertThat(server.port()).isEqualTo(port);
			assertThat(server.pid()).isNotEqualTo(pid);
			assertThat(server.call("GET", "a")).isNull();
		}
	}

	@Test
	void pauseHoldsAnswersBackUntilResume() {
		try (RedisServer server = RedisServer.start()) {
			server.pause();
			assertThat(server.isAlive()).isTrue();
			assertThat(RespClient.answers(server.host(), server.port())).isFalse();
			server.resume();
			assertThat(server.call("PING")).isEqualTo("PONG");
		}
	}

	@Test
	void stopAndCloseWhenPausedEndTheProcess() {
		RedisServer server = RedisServer.start();
		server.pause();
		server.stop();
		assertThat(server.isAlive()).isFalse();
		server.restart();
		server.pause();
		server.close();
		assertThat(server.isAlive()).isFalse();
	}

	@Test
	void clusterModeHasRoomForItsBus() {
		try (RedisServer server = RedisServer.start("--cluster-enabled", "yes")) {
			assertThat(String.valueOf(server.call("CLUSTER", "INFO"))).contains("cluster_known_nodes:1");
		}
	}

	@Test
	void embeddedProgramRunsToo() {
		try (RedisServer server = RedisServer.start(RedisBinary.extracted(), List.of())) {
			assertThat(String.valueOf(server.call("INFO", "server"))).contains("redis_version:6.2");
		}
	}

}
