package dev.stampede.sample;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import dev.stampede.sample.Herd.Answer;

import static org.assertj.core.api.Assertions.assertThat;

class HerdTests {

	@Test
	void releaseLetsAllCallersRunAtTheSameTime() throws Exception {
		CyclicBarrier all = new CyclicBarrier(50);
		Herd herd = Herd.release(50, () -> await(all));
		assertThat(herd.served()).isEqualTo(50);
		assertThat(herd.failed()).isZero();
	}

	@Test
	void releaseCountsCallersThatFail() throws Exception {
		AtomicInteger calls = new AtomicInteger();
		Herd herd = Herd.release(10, () -> {
			if (calls.incrementAndGet() <= 3) {
				throw new IllegalStateException("no");
			}
		});
		assertThat(herd.served()).isEqualTo(7);
		assertThat(herd.failed()).isEqualTo(3);
	}

	@Test
	void millisOfShareIsWhatTheShareDidNotExceed() {
		List<Answer> answers = LongStream.rangeClosed(1, 200)
			.mapToObj((rank) -> new Answer((int) rank, true, 0, TimeUnit.MILLISECONDS.toNanos(rank)))
			.toList();
		Herd herd = new Herd(answers);
		assertThat(herd.millis(0.5)).isEqualTo(100);
		assertThat(herd.millis(0.99)).isEqualTo(198);
		assertThat(herd.millis(1)).isEqualTo(200);
		assertThat(new Herd(answers.subList(0, 1)).millis(0.5)).isEqualTo(1);
	}

	private static void await(CyclicBarrier barrier) {
		try {
			barrier.await(10, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
