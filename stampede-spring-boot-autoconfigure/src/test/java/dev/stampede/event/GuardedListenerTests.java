package dev.stampede.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.stampede.event.StampedeListener.Request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Listeners and the calls they hear of: one that throws hurts neither the call nor the
 * others.
 */
@ExtendWith(OutputCaptureExtension.class)
class GuardedListenerTests {

	private static final String WARNING = "Listener " + Failing.class.getName()
			+ " threw an exception; calls are not affected, and its further failures are not logged";

	private final RecordingListener before = new RecordingListener();

	private final StampedeStatistics after = new StampedeStatistics();

	private final StampedeListener all = StampedeListener.of(List.of(this.before, new Failing(), this.after));

	@Test
	void failureOfOneIsLoggedOnceAndKeptFromTheOthers(CapturedOutput output) {
		for (int i = 0; i < 3; i++) {
			assertThatCode(() -> this.all.requested("sets", Request.HIT)).doesNotThrowAnyException();
			assertThatCode(() -> this.all.coalesced("sets")).doesNotThrowAnyException();
		}
		assertThat(this.before.counts()).containsEntry("HIT", 3).containsEntry("coalesced", 3);
		assertThat(this.after.cache("sets").requests().count(Request.HIT)).isEqualTo(3);
		assertThat(output.getOut().split("\n")).filteredOn((line) -> line.contains(WARNING)).hasSize(1);
	}

	@Test
	void thoseWhoKeepTheCacheTellAsOthersDo(CapturedOutput output) {
		Consumer<Request> requests = this.all.requests("sets");
		for (int i = 0; i < 3; i++) {
			assertThatCode(() -> requests.accept(Request.NEAR_HIT)).doesNotThrowAnyException();
		}
		assertThat(this.before.counts()).containsEntry("NEAR_HIT", 3);
		assertThat(this.after.cache("sets").requests().count(Request.NEAR_HIT)).isEqualTo(3);
		assertThat(output.getOut().split("\n")).filteredOn((line) -> line.contains(WARNING)).hasSize(1);
	}

	@Test
	void oneThatKeepsNothingIsToldOfEachRequest() {
		List<String> heard = new ArrayList<>();
		StampedeListener listener = StampedeListener.of(List.of(new StampedeListener() {

			@Override
			public void requested(String cacheName, Request result) {
				heard.add(cacheName + " " + result);
			}

			@Override
			public Consumer<Request> requests(String cacheName) {
				throw new IllegalStateException("not ready");
			}

		}));
		listener.requests("sets").accept(Request.NEAR_HIT);
		assertThat(heard).containsExactly("sets NEAR_HIT");
	}

	/**
	 * Throws whatever happens.
	 */
	private static final class Failing implements StampedeListener {

		@Override
		public void requested(String cacheName, Request result) {
			throw new IllegalStateException("requested");
		}

		@Override
		public void coalesced(String cacheName) {
			throw new LinkageError("coalesced");
		}

	}

}
