package dev.stampede.autoconfigure.diagnostics;

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
 * Analyzer of keys below {@code stampede} that do not exist, and of values that are not
 * of their type: it says what to write instead.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class StampedeBindFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(PropertyKeys.PREFIX);

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		UnboundConfigurationPropertiesException unbound = findCause(cause,
				UnboundConfigurationPropertiesException.class);
		if (unbound != null) {
			return unknownKeys(unbound, cause);
		}
		return PREFIX.isAncestorOf(cause.getName()) ? illegalValue(cause) : null;
	}

	// ours are bound all at once, so the target is what holds all settings
	private static @Nullable FailureAnalysis unknownKeys(UnboundConfigurationPropertiesException unbound,
			BindException cause) {
		List<ConfigurationProperty> unknown = unbound.getUnboundProperties()
			.stream()
			.filter((property) -> PREFIX.isAncestorOf(property.getName()))
			.toList();
		if (unknown.isEmpty()) {
			return null;
		}
		PropertyKeys keys = new PropertyKeys(cause.getTarget().getType().resolve(Object.class));
		StringBuilder description = new StringBuilder("These properties do not exist:\n");
		StringBuilder action = new StringBuilder();
		for (ConfigurationProperty property : unknown) {
			description.append("\n    ").append(property.getName()).append(origin(property));
			action.append(keys.advice(property.getName())).append('\n');
		}
		return new FailureAnalysis(description.toString(), action.toString().strip(), unbound);
	}

	private static FailureAnalysis illegalValue(BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		String name = cause.getName().toString();
		String value = (property != null) ? "'" + property.getValue() + "'" : "a value";
		Form form = Form.of(cause.getTarget().getType(), (property != null) ? property.getValue() : null);
		return new FailureAnalysis(name + " is " + value + origin(property) + form.fault(),
				"Write " + name + form.instead(), cause);
	}

	private static String origin(@Nullable ConfigurationProperty property) {
		return (property != null && property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : "";
	}

	/**
	 * Form in which values of a type are written.
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
