package dev.stampede.autoconfigure.diagnostics;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

import dev.stampede.StampedeConfigurationException;

/**
 * Check of keys where binding does not look for unknown ones, in system properties and
 * environment variables, and of names of caches that binding would silently change. The
 * environment is everybody's: what is unknown there is warned of and does not stop the
 * start.
 */
public final class PropertyNamesCheck {

	private static final Log logger = LogFactory.getLog(PropertyNamesCheck.class);

	private static final String DOTTED = PropertyKeys.PREFIX + ".";

	private static final String VARIABLE = "STAMPEDE_";

	private static final String CACHES = DOTTED + "caches.";

	/** Kubernetes sets such variables for a service with the name of our prefix. */
	private static final Pattern SERVICE_LINK = Pattern
		.compile("STAMPEDE_(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?)");

	private static final String NEAR = ".near";

	private static final Pattern BARE_NAME = Pattern.compile("[\\p{L}\\p{N}-]*");

	private final PropertyKeys keys;

	private final Set<String> wrong = new TreeSet<>();

	private final Set<String> advice = new TreeSet<>();

	/** By the setting; it may be somebody else's. */
	private final Map<String, String> doubtful = new TreeMap<>();

	private PropertyNamesCheck(PropertyKeys keys) {
		this.keys = keys;
	}

	/**
	 * Checks the names of all properties.
	 * @param environment the environment
	 * @param properties the type that all of ours are bound to
	 * @throws StampedeConfigurationException if one is unknown or would be changed
	 */
	public static void check(ConfigurableEnvironment environment, Class<?> properties) {
		PropertyNamesCheck check = new PropertyNamesCheck(new PropertyKeys(properties));
		for (PropertySource<?> source : environment.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> enumerable) {
				check.check(enumerable);
			}
		}
		check.doubtful.forEach((setting, instead) -> logger
			.warn(setting + " is no setting of Stampede and does nothing here. If it was meant as one: " + instead));
		if (!check.wrong.isEmpty()) {
			throw new StampedeConfigurationException(
					"These settings of Stampede cannot work:\n\n    " + String.join("\n    ", check.wrong),
					String.join("\n", check.advice));
		}
	}

	/**
	 * Returns whether an environment variable has the form of a setting of a cache.
	 * @param variable the variable
	 * @param properties the type that all of ours are bound to
	 * @return whether it ends as a setting does
	 */
	public static boolean isSetting(String variable, Class<?> properties) {
		return new PropertyKeys(properties).existsAsVariable(variable.substring(VARIABLE.length()));
	}

	private void check(EnumerablePropertySource<?> source) {
		boolean variables = EverybodysSettings.isVariables(source);
		boolean system = EverybodysSettings.isSystem(source);
		for (String name : source.getPropertyNames()) {
			if (name.startsWith(CACHES)) {
				checkCacheName(name, variables || system);
			}
			if (variables && name.toUpperCase(Locale.ROOT).startsWith(VARIABLE)) {
				checkVariable(name);
			}
			else if ((variables || system) && name.startsWith(DOTTED)) {
				checkDotted(name);
			}
		}
	}

	private void checkCacheName(String property, boolean everybodys) {
		String rest = property.substring(CACHES.length());
		int end = rest.lastIndexOf('.');
		String name = (end >= 0) ? rest.substring(0, end) : rest;
		if (name.endsWith(NEAR)) {
			name = name.substring(0, name.length() - NEAR.length());
		}
		if (!name.startsWith("[") && !BARE_NAME.matcher(name).matches()) {
			String bare = name.replaceAll("[\\[\\]\"']", "");
			String instead = "Write the name of the cache in brackets: " + CACHES + "[" + bare + "], in YAML \"[" + bare
					+ "]\". Without them only letters, digits and dashes are kept.";
			if (everybodys) {
				this.doubtful.put(property, instead);
			}
			else {
				this.wrong.add(property);
				this.advice.add(instead);
			}
		}
	}

	private void checkVariable(String variable) {
		String name = variable.substring(VARIABLE.length());
		if (!this.keys.existsAsVariable(name) && !SERVICE_LINK.matcher(variable.toUpperCase(Locale.ROOT)).matches()) {
			this.doubtful.put("The environment variable " + variable, this.keys.variableAdvice(name));
		}
	}

	private void checkDotted(String property) {
		ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
		if (!this.keys.exists(name)) {
			this.doubtful.putIfAbsent("The system property " + property, this.keys.advice(name));
		}
	}

}
