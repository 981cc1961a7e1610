package dev.stampede.interceptor;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.StringUtils;

import dev.stampede.StampedeProtected;
import dev.stampede.policy.PolicySettings;

/**
 * Reader of the part of an annotation that is policy.
 */
final class AnnotationSettings {

	private static final String FORMS = "Write milliseconds, as in 5000, or a text such as 5s, PT5S or a placeholder";

	/**
	 * Less than anybody writes, so that -1, which may be meant as "never", is refused.
	 */
	private static final long UNSET = Long.MIN_VALUE;

	private final UnaryOperator<@Nullable String> placeholders;

	AnnotationSettings(UnaryOperator<@Nullable String> placeholders) {
		this.placeholders = placeholders;
	}

	PolicySettings of(AnnotatedMethod method) {
		StampedeProtected annotation = method.annotation();
		Duration ttl = time(method, "ttl", annotation.ttl(), annotation.ttlString(), false);
		Duration staleTtl = time(method, "staleTtl", annotation.staleTtl(), annotation.staleTtlString(), true);
		Duration lockTtl = time(method, "lockTtl", annotation.lockTtl(), annotation.lockTtlString(), false);
		Duration waitTimeout = time(method, "waitTimeout", annotation.waitTimeout(), annotation.waitTimeoutString(),
				false);
		return PolicySettings.builder()
			.ttl(ttl)
			.staleTtl(staleTtl)
			.lockTtl(lockTtl)
			.onLose((annotation.onLose().length > 0) ? List.of(annotation.onLose()) : null)
			.waitTimeout(waitTimeout)
			.build();
	}

	/**
	 * Resolves placeholders.
	 * @param text a text of an annotation
	 * @return the text that is meant
	 * @throws IllegalArgumentException if a placeholder is unknown
	 */
	@Nullable String resolve(String text) {
		return this.placeholders.apply(text);
	}

	private @Nullable Duration time(AnnotatedMethod method, String attribute, long millis, String text,
			boolean zeroIsLegal) {
		if (StringUtils.hasText(text)) {
			if (millis != UNSET) {
				throw method.invalid("both " + attribute + " and " + attribute + "String are set",
						"Keep one of the two");
			}
			Duration parsed = parse(method, attribute + "String", text);
			return (parsed != null) ? checked(method, attribute + "String", parsed, zeroIsLegal) : null;
		}
		return (millis != UNSET) ? checked(method, attribute, Duration.ofMillis(millis), zeroIsLegal) : null;
	}

	private @Nullable Duration parse(AnnotatedMethod method, String attribute, String text) {
		try {
			String resolved = this.placeholders.apply(text);
			return StringUtils.hasText(resolved)
					? DurationFormatterUtils.detectAndParse(resolved.trim(), DurationFormat.Unit.MILLIS) : null;
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw method.invalid(attribute + " is '" + text + "', which is no time: " + ex.getMessage(), FORMS, ex);
		}
	}

	private static Duration checked(AnnotatedMethod method, String attribute, Duration time, boolean zeroIsLegal) {
		if (time.isNegative() || (time.isZero() && !zeroIsLegal)) {
			throw method.invalid(attribute + " is " + time.toMillis() + "ms",
					"It must be " + (zeroIsLegal ? "zero or more" : "more than zero")
							+ "; leave it out to take it from configuration. " + FORMS);
		}
		return time;
	}

}
