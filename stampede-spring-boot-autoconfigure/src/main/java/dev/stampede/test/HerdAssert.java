package dev.stampede.test;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener.Request;

/**
 * Assertions on a {@link Herd}.
 *
 * @param <T> the type of the value that its callers call for
 * @since 0.1.0
 */
public final class HerdAssert<T> extends AbstractAssert<HerdAssert<T>, Herd<T>> {

	HerdAssert(Herd<T> herd) {
		super(herd, HerdAssert.class);
	}

	/**
	 * Verifies how often the source was read while the herd ran, by whatever call.
	 * @param expected the number of reads
	 * @return this
	 */
	public HerdAssert<T> hasSourceReads(int expected) {
		int reads = this.actual.sourceReads();
		if (reads != expected) {
			throw failureWithActualExpected(reads, expected,
					"%nExpected %d callers to cost %s of the source, but it was " + "read %s.%n%s",
					this.actual.callers(), reads(expected), times(reads), answered());
		}
		return this;
	}

	/**
	 * Verifies that every caller got a value that equals this one.
	 * @param expected the value
	 * @return this
	 */
	public HerdAssert<T> allReturned(@Nullable T expected) {
		hasNoFailures();
		List<@Nullable T> others = this.actual.values()
			.stream()
			.filter((value) -> !Objects.deepEquals(value, expected))
			.toList();
		if (!others.isEmpty()) {
			throw failureWithActualExpected(others.get(0), expected,
					"%nExpected all of %d callers to get%n  %s%nbut %d got something else, the first of them%n  %s",
					this.actual.callers(), expected, others.size(), others.get(0));
		}
		return this;
	}

	/**
	 * Verifies that every caller got some value.
	 * @return this
	 */
	public HerdAssert<T> hasNoFailures() {
		List<Throwable> failures = this.actual.failures();
		if (!failures.isEmpty()) {
			AssertionError error = failure(
					"%nExpected all of %d callers to get a value, but %d failed, the first with" + "%n  %s",
					this.actual.callers(), failures.size(), failures.get(0));
			error.addSuppressed(failures.get(0));
			throw error;
		}
		return this;
	}

	/**
	 * Verifies that a number of callers, and no more, failed with an exception of a type,
	 * such as {@code StampedeLockedException}, and none with another.
	 * @param expected the number of callers
	 * @param type the type of the exception
	 * @return this
	 */
	public HerdAssert<T> hasFailures(int expected, Class<? extends Throwable> type) {
		List<Throwable> failures = this.actual.failures();
		Throwable other = failures.stream().filter((failure) -> !type.isInstance(failure)).findFirst().orElse(null);
		if (other != null || failures.size() != expected) {
			AssertionError error = failureWithActualExpected(failures.size(), expected,
					"%nExpected %d of %d callers to fail with %s, but %d failed%s", expected, this.actual.callers(),
					type.getName(), failures.size(), (other != null) ? ", one of them with " + other : "");
			if (!failures.isEmpty()) {
				error.addSuppressed((other != null) ? other : failures.get(0));
			}
			throw error;
		}
		return this;
	}

	/**
	 * Verifies how many calls were answered in one way while the herd ran.
	 * @param expected the number of calls
	 * @param result how they were answered
	 * @return this
	 */
	public HerdAssert<T> hasRequests(int expected, Request result) {
		int requests = this.actual.requests().getOrDefault(result, 0);
		if (requests != expected) {
			throw failureWithActualExpected(requests, expected,
					"%nExpected %d of %d calls to be answered with %s, but " + "%d were.%n%s", expected,
					this.actual.callers(), result, requests, answered());
		}
		return this;
	}

	/**
	 * Verifies that no caller waited longer.
	 * @param limit the longest time
	 * @return this
	 */
	public HerdAssert<T> answeredWithin(Duration limit) {
		Duration slowest = this.actual.slowest();
		if (slowest.compareTo(limit) > 0) {
			throw failureWithActualExpected(slowest, limit,
					"%nExpected all of %d callers to be answered within %d ms, but the slowest waited %d ms",
					this.actual.callers(), limit.toMillis(), slowest.toMillis());
		}
		return this;
	}

	private String answered() {
		if (this.actual.requests().isEmpty()) {
			return "Nothing was heard of these calls: is the method protected, called through its bean and not through "
					+ "'this', and are these the StampedeEvents of that application?";
		}
		List<String> results = Stream.of(Request.values())
			.filter(this.actual.requests()::containsKey)
			.map((result) -> result + " " + this.actual.requests().get(result))
			.toList();
		return "Calls were answered with " + String.join(", ", results);
	}

	private static String reads(int count) {
		return (count == 1) ? "one read" : count + " reads";
	}

	private static String times(int count) {
		return switch (count) {
			case 0 -> "not at all";
			case 1 -> "once";
			default -> count + " times";
		};
	}

}
