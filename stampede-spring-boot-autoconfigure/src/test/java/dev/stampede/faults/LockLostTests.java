package dev.stampede.faults;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisDriverKind;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lock that is gone while its holder reads, as after a failover.
 */
class LockLostTests {

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.LOCK_LOST_IN_FAILOVER)
	void secondReaderStoresAndTheFirstReleaseDoesNothing(RedisDriverKind driver) throws Exception {
		try (RedisServer server = RedisServer.start();
				AppInstance first = AppInstance.on(driver.standalone(server));
				AppInstance second = AppInstance.on(driver.standalone(server))) {
			GatedSource early = new GatedSource("early");
			CompletableFuture<@Nullable String> earlyCall = first.getLater("key", early);
			early.awaitRead();
			assertThat(server.call("DEL", "lock:{stampede:" + AppInstance.CACHE + "::key}")).isEqualTo(1L);
			GatedSource late = new GatedSource("late");
			CompletableFuture<@Nullable String> lateCall = second.getLater("key", late);
			late.awaitRead();
			early.open();
			assertThat(earlyCall).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("early");
			assertThat(first.events().count("released.LOST")).isOne();
			assertThat(server.call("EXISTS", "lock:{stampede:" + AppInstance.CACHE + "::key}")).isEqualTo(1L);
			late.open();
			assertThat(lateCall).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("late");
			assertThat(first.get("key", early)).isEqualTo("late");
			assertThat(early.reads() + late.reads()).isEqualTo(2);
			assertThat(first.events().count("requested.ERROR") + second.events().count("requested.ERROR")).isZero();
		}
	}

}
