package dev.stampede.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RelayRule;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Very many callers, or very many keys.
 */
class LoadTests extends FaultContract {

	private static final int LOSERS = 1000;

	private static final int KEYS = 10_000;

	private static final int MOST_THREADS = 300;

	@Test
	@Injects(InjectedFault.LONG_WAIT_OF_MANY)
	void crowdOfLosersPollsAsOneAndLogsNothing() throws Exception {
		Instance winning = beside();
		Instance losing = cold("stampede.wake-up=POLL");
		losing.find("warm");
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> winning.find("a"));
		gate.awaitReading();
		RelayRule reads = this.relay.on((request) -> request.contains("GET") && request.contains("prices::a")).always();
		RelayRule polls = this.relay.on(Script.ACQUIRE::isIn).always();
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		Logger logger = (Logger) LoggerFactory.getLogger("dev.stampede");
		logger.addAppender(log);
		try {
			long start = System.nanoTime();
			List<Future<@Nullable String>> losers = calls(LOSERS, () -> losing.find("a"));
			until(() -> assertThat(losing.events().count("coalesced")).isEqualTo(LOSERS - 1));
			until(() -> assertThat(polls.count()).isGreaterThan(12));
			// the first pauses double from 10 ms to 250 ms, less a quarter of jitter
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1300));
			gate.open();
			assertThat(answer(winner)).isEqualTo("a-1");
			for (Future<@Nullable String> loser : losers) {
				assertThat(answer(loser)).isEqualTo("a-1");
			}
			assertThat(reads.count()).isEqualTo(1);
			assertThat(this.source.reads("a")).isEqualTo(1);
			assertThat(losing.events().count("lock.LOST")).isEqualTo(1);
			assertThat(losing.events().count("requested.WAITED")).isEqualTo(LOSERS);
			assertThat(log.list).filteredOn((event) -> event.getLevel().isGreaterOrEqual(Level.WARN)).isEmpty();
		}
		finally {
			logger.detachAppender(log);
		}
	}

	@Test
	@Injects(InjectedFault.MANY_KEYS_MISSED)
	void manyKeysMissedAtOnceTakeFewThreadsAndConnections() throws Exception {
		Instance hit = instance("stampede.redis-timeout=30s", "stampede.defaults.lock-ttl=50s");
		int connections = this.relay.connections();
		AtomicInteger reads = new AtomicInteger();
		CompletableFuture<Void> gate = new CompletableFuture<>();
		List<CompletableFuture<@Nullable String>> answers = new ArrayList<>();
		AtomicInteger most = new AtomicInteger();
		for (int i = 0; i < KEYS; i++) {
			String value = "value-" + i;
			answers.add(hit.operations().getAsync("prices", i, String.class, () -> {
				if (reads.incrementAndGet() % 100 == 0) {
					most.accumulateAndGet(threads(), Math::max);
				}
				return gate.thenApply((open) -> value);
			}));
		}
		until(() -> assertThat(reads).hasValue(KEYS));
		assertThat(hit.flights()).isEqualTo(KEYS);
		gate.complete(null);
		for (int i = 0; i < KEYS; i++) {
			assertThat(answers.get(i).get(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo("value-" + i);
		}
		assertThat(reads).hasValue(KEYS);
		assertThat(most.get()).isLessThan(MOST_THREADS);
		assertThat(this.relay.connections()).isEqualTo(connections);
		assertThat(hit.events().below("storeFailed.")).isEmpty();
	}

	private static int threads() {
		return (int) Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("stampede-"))
			.count();
	}

}
