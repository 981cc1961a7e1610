package dev.stampede.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.assertj.core.api.AssertProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import dev.stampede.event.StampedeListener.Request;

/**
 * Concurrent callers, each on a thread of its own, and what they got. This asserts that
 * two hundred of them cost one read of the source:
 *
 * <pre class="code">
 * assertThat(Herd.of(200).countedBy(this.events).call(() -&gt; this.catalogue.findSet("EMS0")))
 * 	.hasSourceReads(1)
 * 	.allReturned(set);
 * </pre>
 *
 * where {@code events} is the application's {@link StampedeEvents} and {@code assertThat}
 * that of AssertJ. If the source answers at once, the first caller may be done before the
 * last has begun. Let the stub of the source take some milliseconds, so that all calls
 * overlap.
 *
 * @param <T> the type of the value that they call for
 * @since 0.1.0
 */
public final class Herd<T> implements AssertProvider<HerdAssert<T>> {

	private final List<HerdAnswer<T>> answers;

	private final @Nullable HerdCounts counts;

	Herd(List<HerdAnswer<T>> answers, @Nullable HerdCounts counts) {
		this.answers = List.copyOf(answers);
		this.counts = counts;
	}

	/**
	 * Returns callers that are not released yet.
	 * @param callers how many, at least one
	 * @return the callers
	 */
	public static Callers of(int callers) {
		return new Callers(callers);
	}

	/**
	 * Returns how many callers there were.
	 * @return the number of callers
	 */
	public int callers() {
		return this.answers.size();
	}

	/**
	 * Returns the values that callers got.
	 * @return the values, null among them where null was returned
	 */
	public List<@Nullable T> values() {
		List<@Nullable T> values = new ArrayList<>();
		for (HerdAnswer<T> answer : this.answers) {
			if (answer.failure() == null) {
				values.add(answer.value());
			}
		}
		return Collections.unmodifiableList(values);
	}

	/**
	 * Returns the failures that callers got.
	 * @return the exceptions and errors, as they were thrown
	 */
	public List<Throwable> failures() {
		return this.answers.stream().map(HerdAnswer::failure).filter(Objects::nonNull).toList();
	}

	/**
	 * Returns how long the slowest caller waited.
	 * @return the longest time from the release of the herd to an answer
	 */
	public Duration slowest() {
		return Duration.ofNanos(this.answers.stream().mapToLong(HerdAnswer::nanos).max().orElse(0));
	}

	/**
	 * Returns how often the source was read while the herd ran.
	 * @return the number of reads
	 * @throws IllegalStateException if nobody counted
	 */
	public int sourceReads() {
		return counts().sourceReads();
	}

	/**
	 * Returns how calls were answered while the herd ran.
	 * @return the number of calls by result, without zeros
	 * @throws IllegalStateException if nobody counted
	 */
	public Map<Request, Integer> requests() {
		return counts().requests();
	}

	@Override
	public HerdAssert<T> assertThat() {
		return new HerdAssert<>(this);
	}

	@Override
	public String toString() {
		return "Herd of " + callers() + ", " + failures().size() + " of which failed";
	}

	private HerdCounts counts() {
		if (this.counts == null) {
			throw new IllegalStateException("Nobody counted: call Herd.of(" + callers()
					+ ").countedBy(events), where events is the StampedeEvents of the application, "
					+ "for example by @Import(StampedeEvents.class) on the test class");
		}
		return this.counts;
	}

	/**
	 * Callers before they are released.
	 */
	public static final class Callers {

		private static final Duration LIMIT = Duration.ofSeconds(30);

		private final int callers;

		private final List<StampedeEvents> events;

		private final Duration limit;

		private Callers(int callers) {
			this(callers, List.of(), LIMIT);
		}

		private Callers(int callers, List<StampedeEvents> events, Duration limit) {
			if (callers < 1) {
				throw new IllegalArgumentException("A herd needs at least one caller, not " + callers);
			}
			this.callers = callers;
			this.events = events;
			this.limit = limit;
		}

		/**
		 * Sets the listeners that count. Without them the source reads of the herd are
		 * unknown.
		 * @param events the listener of the application, or those of several
		 * @return the callers
		 */
		public Callers countedBy(StampedeEvents... events) {
			return new Callers(this.callers, List.of(events), this.limit);
		}

		/**
		 * Sets how long all callers together may take, 30 seconds unless set. It keeps a
		 * test from hanging; to assert how quick they are, use
		 * {@link HerdAssert#answeredWithin}.
		 * @param limit the limit
		 * @return the callers
		 */
		public Callers within(Duration limit) {
			return new Callers(this.callers, this.events, limit);
		}

		/**
		 * Releases the callers and returns when each has an answer.
		 * @param <T> the type of the value that they call for
		 * @param calls what they call: one method, or one of each instance, in turn
		 * @return the herd
		 * @throws AssertionError if a caller has no answer within the limit; its stack
		 * trace is the cause
		 */
		@SafeVarargs
		@SuppressWarnings("varargs") // the array is only read
		public final <T> Herd<T> call(Callable<? extends @Nullable T>... calls) {
			Assert.isTrue(calls.length > 0, "Say what the callers call, such as () -> service.findSet(\"EMS0\")");
			HerdCounts before = HerdCounts.of(this.events);
			List<HerdAnswer<T>> answers = new HerdRun<T>(this.callers, this.limit).answers(calls);
			return new Herd<>(answers, this.events.isEmpty() ? null : HerdCounts.of(this.events).minus(before));
		}

	}

}
