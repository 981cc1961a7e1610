package dev.stampede.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.util.StringUtils;

/**
 * Says what to write instead of a value below {@code stampede} that is not of its type.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class IllegalStampedeValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationPropertyName prefix = ConfigurationPropertyName.of(StampedeProperties.PREFIX);
		if (!prefix.isAncestorOf(cause.getName())
				|| findCause(cause, UnboundConfigurationPropertiesException.class) != null) {
			return null;
		}
		ConfigurationProperty property = cause.getProperty();
		String name = cause.getName().toString();
		String value = (property != null) ? "'" + property.getValue() + "'" : "a value";
		String origin = (property != null && property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : "";
		Form form = Form.of(cause.getTarget().getType(), (property != null) ? property.getValue() : null);
		return new FailureAnalysis(name + " is " + value + origin + form.fault(), "Write " + name + form.instead(),
				cause);
	}

	/**
	 * How values of a type are written.
	 *
	 * @param fault what is wrong with the value
	 * @param instead an example and what else would do
	 */
	private record Form(String fault, String instead) {

		private static final Pattern TIME = Pattern
			.compile("([1-9]\\d{0,3})\\s*(ms|milli[a-z]*|s|sec[a-z]*|m|min[a-z]*|h|hours?|d|days?)");

		static Form of(ResolvableType type, @Nullable Object value) {
			Class<?> raw = type.resolve(Object.class);
			String text = String.valueOf(value).strip();
			if (Collection.class.isAssignableFrom(raw)) {
				return ofConstants(type.asCollection().resolveGeneric(),
						Arrays.stream(StringUtils.commaDelimitedListToStringArray(text)).map(String::strip).toList(),
						", or another list of ", ", separated by commas");
			}
			if (raw.isEnum()) {
				return ofConstants(raw, List.of(text), ", or another one of ", "");
			}
			return switch (raw.getSimpleName()) {
				case "Duration" -> new Form(", which is no time", "=" + time(text)
						+ ", or another number with one of the units ms, s, m, h and d, or a form such as PT5S; "
						+ "a number without a unit is milliseconds");
				case "Boolean", "boolean" -> new Form(", which is no boolean", "=true or =false");
				case "Integer", "int" -> new Form(", which is no whole number", "=1, or another whole number");
				case "Double", "double" -> new Form(", which is no number", "=0.1, or another number");
				default -> new Form(", which is no section of settings",
						".<setting>=<value>, as in stampede.defaults.ttl=5000ms");
			};
		}

		// what was meant by words, such as 5 minutes
		private static String time(String text) {
			Matcher time = TIME.matcher(text.toLowerCase(Locale.ROOT));
			if (!time.matches()) {
				return "5000ms";
			}
			String unit = time.group(2);
			return time.group(1) + (unit.matches("ms|milli.*") ? "ms" : unit.substring(0, 1));
		}

		private static Form ofConstants(@Nullable Class<?> type, List<String> values, String orOther, String end) {
			Object[] constants = Objects.requireNonNull((type != null) ? type.getEnumConstants() : null);
			List<String> legal = Arrays.stream(constants).map(Object::toString).toList();
			List<String> wrong = new ArrayList<>();
			Set<String> right = new LinkedHashSet<>();
			for (String value : values) {
				List<String> near = NearNames.of(value, legal);
				if (near.isEmpty() || !NearNames.plain(near.get(0)).equals(NearNames.plain(value))) {
					wrong.add("'" + value + "'");
				}
				right.addAll(near.stream().limit(1).toList());
			}
			String fault = (values.size() == 1) ? ", which is" : ", in which " + String.join(" and ", wrong) + " is";
			return new Form(fault + " none of " + String.join(", ", legal),
					"=" + (right.isEmpty() ? legal.get(0) : String.join(",", right)) + orOther
							+ String.join(", ", legal) + end);
		}

	}

}
