package dev.stampede.sample.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.test.util.TestSocketUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LocalRedisTests {

	private final int port = TestSocketUtils.findAvailableTcpPort();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withUserConfiguration(LocalRedisConfiguration.class)
		.withPropertyValues("spring.data.redis.port=" + this.port);

	@Test
	void firstApplicationStartsRedisAndSecondJoinsIt() {
		this.contextRunner.run((first) -> {
			assertThat(first.getBean(LocalRedis.class).isEmbedded()).isTrue();
			this.contextRunner.run((second) -> {
				LocalRedis joined = second.getBean(LocalRedis.class);
				assertThat(joined.isEmbedded()).isFalse();
				assertThat(joined.getStandalone().getPort()).isEqualTo(this.port);
			});
		});
	}

	@Test
	void redisEndsWithTheApplicationThatStartedIt() throws IOException {
		LocalRedis first = LocalRedis.joinOrStart(this.port);
		first.destroy();
		LocalRedis second = LocalRedis.joinOrStart(this.port);
		assertThat(second.isEmbedded()).isTrue();
		second.destroy();
	}

	@Test
	void startWhenPortIsTakenByAnotherServerSaysWhatToDo() throws IOException {
		try (ServerSocket other = new ServerSocket(this.port)) {
			assertThatExceptionOfType(UncheckedIOException.class)
				.isThrownBy(() -> LocalRedis.joinOrStart(other.getLocalPort()))
				.withMessageContaining("spring.data.redis.port");
		}
	}

	@Test
	void configuredRedisIsNeitherJoinedNorReplaced() {
		this.contextRunner.withPropertyValues("spring.data.redis.host=redis.example")
			.run((context) -> assertThat(context).doesNotHaveBean(LocalRedis.class));
		this.contextRunner.withPropertyValues("spring.data.redis.url=redis://redis.example")
			.run((context) -> assertThat(context).doesNotHaveBean(LocalRedis.class));
	}

	@Test
	void containersTakeTheirOwnRedis() {
		this.contextRunner.withPropertyValues("spring.profiles.active=containers")
			.run((context) -> assertThat(context).doesNotHaveBean(LocalRedis.class));
	}

}
