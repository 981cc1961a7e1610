package dev.stampede.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.store.Entry;
import dev.stampede.store.StoreState.WakeUp;

import static org.assertj.core.api.Assertions.assertThat;

class LettuceOutageTests extends OutageContract {

	private @Nullable ProtocolVersion protocol;

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		ClientOptions options = ClientOptions.builder()
			.protocolVersion((this.protocol != null) ? this.protocol : ProtocolVersion.RESP3)
			.build();
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port),
				LettuceClientConfiguration.builder().clientOptions(options).build());
	}

	@ParameterizedTest
	@EnumSource(names = { "RESP2", "RESP3" })
	void subscriptionThatIsNotAnsweredAnyMoreIsMadeAnew(ProtocolVersion protocol) {
		this.protocol = protocol;
		try (RedisEntryStore watched = store("b")) {
			watched.listen(listener());
			until(() -> watched.state().wakeUp() == WakeUp.SUBSCRIBED);
			Awaitility.await()
				.during(Duration.ofSeconds(6))
				.atMost(LONG)
				.until(() -> this.subscriptions.equals(List.of(true)));
			this.server.pause();
			until(() -> watched.state().wakeUp() == WakeUp.SUBSCRIBING);
			this.server.resume();
			until(() -> this.subscriptions.equals(List.of(true, false, true)));
		}
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
