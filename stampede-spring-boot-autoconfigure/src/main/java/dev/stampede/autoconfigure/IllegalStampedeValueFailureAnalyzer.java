package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

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
		Form form = Form.of(cause.getTarget().getType());
		return new FailureAnalysis(name + " is " + value + origin + ", which is no " + form.what(),
				"Write " + name + form.instead(), cause);
	}

	/**
	 * How values of a type are written.
	 *
	 * @param what what they are
	 * @param instead an example and what else would do
	 */
	private record Form(String what, String instead) {

		static Form of(ResolvableType type) {
			Class<?> raw = type.resolve(Object.class);
			if (Collection.class.isAssignableFrom(raw)) {
				Form element = of(type.asCollection().getGeneric());
				return new Form("list of " + element.what() + "s", element.instead() + ", several separated by commas");
			}
			if (raw.isEnum()) {
				String[] names = Arrays.stream(raw.getEnumConstants()).map(Object::toString).toArray(String[]::new);
				return new Form(words(raw), "=" + names[0] + ", or one of " + String.join(", ", names));
			}
			return switch (raw.getSimpleName()) {
				case "Duration" -> new Form("time", "=" + Duration.ofSeconds(5).toMillis()
						+ "ms, or another number with one of the units ms, s, m, h and d, or a form such as PT5S; "
						+ "a number without a unit is milliseconds");
				case "Boolean", "boolean" -> new Form("boolean", "=true or =false");
				case "Integer", "int" -> new Form("whole number", "=1, or another whole number");
				case "Double", "double" -> new Form("number", "=0.1, or another number");
				default ->
					new Form("section of settings", ".<setting>=<value>, as in " + "stampede.defaults.ttl=5000ms");
			};
		}

		private static String words(Class<?> type) {
			return type.getSimpleName().replaceAll("(?<=.)(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
		}

	}

}
