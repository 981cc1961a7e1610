package dev.stampede.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.Entry;

import static org.assertj.core.api.Assertions.assertThat;

class LettuceOutageTests extends OutageContract {

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		return new LettuceConnectionFactory(host, port);
	}

	@Test
	void firstCallWaitsForAHandshakeThatTakesLongerThanACommandMay() {
		this.server.pause();
		this.store.listen(listener());
		CompletableFuture<Entry> reading = CompletableFuture.supplyAsync(this::read,
				(task) -> new Thread(task).start());
		assertThat(reading.<Object>thenApply((entry) -> entry).completeOnTimeout("waits", 800, TimeUnit.MILLISECONDS))
			.succeedsWithin(LONG)
			.isEqualTo("waits");
		this.server.resume();
		assertThat(reading).succeedsWithin(LONG);
		assertThat(this.store.state().up()).isTrue();
	}

}
