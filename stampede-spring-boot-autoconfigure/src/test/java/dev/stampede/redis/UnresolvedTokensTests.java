package dev.stampede.redis;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.stampede.StampedeStoreException;
import dev.stampede.key.EntryKey;
import dev.stampede.store.StoreCommand;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of tokens in doubt, on time that passes on demand.
 */
class UnresolvedTokensTests {

	private static final EntryKey KEY = new EntryKey("sets", "EMS0");

	private static final Duration LIFE = Duration.ofSeconds(5);

	private final AtomicLong ticker = new AtomicLong();

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final Set<String> unreachable = ConcurrentHashMap.newKeySet();

	private final Set<String> locks = ConcurrentHashMap.newKeySet();

	private final List<String> asked = new CopyOnWriteArrayList<>();

	private final UnresolvedTokens unresolved = new UnresolvedTokens(this::release, this.scheduler, this.ticker::get);

	@AfterEach
	void stop() {
		this.scheduler.shutdownNow();
	}

	@Test
	void oneThatIsNotAnsweredKeepsNoOtherFromBeingReleased() {
		for (int i = 0; i < 10; i++) {
			keep("dead:" + i);
			keep("a:" + i);
		}
		this.unreachable.addAll(this.locks.stream().filter((token) -> token.startsWith("dead")).toList());
		this.unresolved.releaseAll();
		this.unresolved.releaseAll();
		assertThat(this.locks).isEqualTo(this.unreachable);
		this.unreachable.clear();
		this.ticker.addAndGet(Duration.ofSeconds(1).toNanos());
		this.unresolved.releaseAll();
		assertThat(this.locks).isEmpty();
		assertThat(this.unresolved.isEmpty()).isTrue();
	}

	@Test
	void releaseThatOvertakesTheCommandInDoubtIsSentOnceMore() {
		this.unresolved.keep(KEY, "a:1", LIFE);
		this.unresolved.releaseNow("a:1");
		this.unresolved.releaseAll();
		assertThat(this.asked).containsExactly("a:1");
		this.locks.add("a:1");
		this.ticker.addAndGet(Duration.ofSeconds(1).toNanos());
		this.unresolved.releaseAll();
		assertThat(this.locks).isEmpty();
		assertThat(this.unresolved.isEmpty()).isTrue();
	}

	@Test
	void lockThatIsNotThereIsAskedForTwice() {
		this.unresolved.keep(KEY, "a:1", LIFE);
		this.unresolved.releaseAll();
		this.ticker.addAndGet(Duration.ofSeconds(1).toNanos());
		this.unresolved.releaseAll();
		assertThat(this.asked).containsExactly("a:1", "a:1");
		assertThat(this.unresolved.isEmpty()).isTrue();
	}

	@Test
	void tokenIsForgottenWhenItsLockHasEnded() {
		keep("dead:1");
		this.unreachable.add("dead:1");
		this.ticker.addAndGet(LIFE.toNanos() + 1);
		this.unresolved.releaseAll();
		assertThat(this.asked).isEmpty();
		assertThat(this.unresolved.isEmpty()).isTrue();
	}

	private void keep(String token) {
		this.unresolved.keep(KEY, token, LIFE);
		this.locks.add(token);
	}

	private CompletionStage<Boolean> release(StoreCommand.Release command) {
		this.asked.add(command.token());
		return this.unreachable.contains(command.token())
				? CompletableFuture.failedFuture(new StampedeStoreException("down"))
				: CompletableFuture.completedFuture(this.locks.remove(command.token()));
	}

}
