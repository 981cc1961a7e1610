package dev.stampede.autoconfigure;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Finds unknown keys where binding does not look for them, in system properties and
 * environment variables, and names of caches that binding would silently change.
 */
final class PropertyNamesCheck {

	private static final String DOTTED = StampedeProperties.PREFIX + ".";

	private static final String VARIABLE = "STAMPEDE_";

	private static final String CACHES = DOTTED + "caches.";

	/** Kubernetes sets such variables for a service with the name of our prefix. */
	private static final Pattern SERVICE_LINK = Pattern
		.compile("STAMPEDE_(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?)");

	private static final String NEAR = ".near";

	private static final Pattern BARE_NAME = Pattern.compile("[\\p{L}\\p{N}-]*");

	private final PropertyKeys keys = new PropertyKeys();

	private final Set<String> wrong = new TreeSet<>();

	private final Set<String> advice = new TreeSet<>();

	/**
	 * Checks the names of all properties.
	 * @param environment the environment
	 * @throws InvalidStampedeConfigurationException if one is unknown or would be changed
	 */
	static void check(ConfigurableEnvironment environment) {
		PropertyNamesCheck check = new PropertyNamesCheck();
		for (PropertySource<?> source : environment.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> enumerable) {
				check.check(enumerable);
			}
		}
		if (!check.wrong.isEmpty()) {
			throw new InvalidStampedeConfigurationException(
					"These settings of Stampede cannot work:\n\n    " + String.join("\n    ", check.wrong),
					String.join("\n", check.advice));
		}
	}

	private void check(EnumerablePropertySource<?> source) {
		boolean variables = source.getName().endsWith(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
		boolean system = source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
		for (String name : source.getPropertyNames()) {
			if (name.startsWith(CACHES)) {
				checkCacheName(name);
			}
			if (variables && name.toUpperCase(Locale.ROOT).startsWith(VARIABLE)) {
				checkVariable(name);
			}
			else if ((variables || system) && name.startsWith(DOTTED)) {
				checkDotted(name);
			}
		}
	}

	private void checkCacheName(String property) {
		String rest = property.substring(CACHES.length());
		int end = rest.lastIndexOf('.');
		String name = (end >= 0) ? rest.substring(0, end) : rest;
		if (name.endsWith(NEAR)) {
			name = name.substring(0, name.length() - NEAR.length());
		}
		if (!name.startsWith("[") && !BARE_NAME.matcher(name).matches()) {
			this.wrong.add(property);
			String bare = name.replaceAll("[\\[\\]\"']", "");
			this.advice.add("Write the name of the cache in brackets: " + CACHES + "[" + bare + "], in YAML \"[" + bare
					+ "]\". Without them only letters, digits and dashes are kept.");
		}
	}

	private void checkVariable(String variable) {
		String name = variable.substring(VARIABLE.length());
		if (!this.keys.existsAsVariable(name) && !SERVICE_LINK.matcher(variable.toUpperCase(Locale.ROOT)).matches()) {
			this.wrong.add(variable + " (environment variable)");
			this.advice.add(this.keys.variableAdvice(name));
		}
	}

	private void checkDotted(String property) {
		ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
		if (!this.keys.exists(name)) {
			this.wrong.add(property + " (system property)");
			this.advice.add(this.keys.advice(name));
		}
	}

}
