package dev.stampede.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisDriverKind;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A master that dies before its replica has seen a lock, and the sentinel that promotes
 * the replica.
 */
class SentinelFailoverTests {

	private static final String ENTRY = "stampede:" + AppInstance.CACHE + "::key";

	private static final String LOCK = "lock:{" + ENTRY + "}";

	private final ReplicaPair pair = new ReplicaPair();

	private final RedisServer sentinel = RedisServer.startSentinel("main", this.pair.master());

	@BeforeEach
	void awaitSentinel() {
		AppInstance.until(() -> this.sentinel.call("SENTINEL", "REPLICAS", "main") instanceof List<?> known
				&& known.size() == 1 && known.toString().contains("master-link-status, ok"));
	}

	@AfterEach
	void stop() {
		this.sentinel.close();
		this.pair.close();
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.LOCK_LOST_IN_FAILOVER)
	void lockLostInTheFailoverCostsOneMoreRead(RedisDriverKind driver) throws Exception {
		try (AppInstance first = AppInstance.on(driver.sentinel("main", this.sentinel));
				AppInstance second = AppInstance.on(driver.sentinel("main", this.sentinel))) {
			first.awaitSubscription();
			second.get("other", () -> "value");
			this.pair.cut();
			GatedSource before = new GatedSource("read before");
			CompletableFuture<@Nullable String> early = first.getLater("key", before);
			before.awaitRead();
			assertThat(this.pair.master().call("EXISTS", LOCK)).isEqualTo(1L);
			this.pair.master().kill();
			AppInstance.until(() -> ReplicaPair.replication(this.pair.replica()).contains("role:master"));
			assertThat(this.pair.replica().call("EXISTS", LOCK)).isEqualTo(0L);
			AppInstance.until(() -> isBack(second));
			GatedSource after = new GatedSource("read after");
			CompletableFuture<@Nullable String> late = second.getLater("key", after);
			after.awaitRead();
			AppInstance.until(() -> isBack(first));
			before.open();
			assertThat(early).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("read before");
			assertThat(this.pair.replica().call("EXISTS", ENTRY)).isEqualTo(0L);
			after.open();
			assertThat(late).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("read after");
			assertThat(first.get("key", after)).isEqualTo("read after");
			assertThat(before.reads() + after.reads()).isEqualTo(2);
			assertThat(first.events().count("released.FILLED")).isZero();
			assertThat(first.events().count("released.LOST")).isOne();
			assertThat(this.pair.replica().call("EXISTS", LOCK)).isEqualTo(0L);
			first.awaitSubscription();
		}
	}

	private static boolean isBack(AppInstance app) {
		try {
			app.operations().evict(AppInstance.CACHE, "other");
			return true;
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

}
