package dev.stampede.autoconfigure.diagnostics;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

import dev.stampede.policy.PolicySettings;

/**
 * Keys that exist below {@code stampede}.
 */
final class PropertyKeys {

	static final String PREFIX = "stampede";

	private static final String DOTTED = PREFIX + ".";

	private static final Pattern INDEX = Pattern.compile("_\\d+$");

	private static final String NEAR = "near";

	private final Set<String> general;

	private final Set<String> policy = namesOfPolicy();

	PropertyKeys(Class<?> properties) {
		this.general = names(properties);
		this.general.removeAll(Set.of("defaults", "caches"));
	}

	private static Set<String> names(Class<?> type) {
		Set<String> names = new TreeSet<>();
		for (String name : BeanUtils.getParameterNames(BeanUtils.getResolvableConstructor(type))) {
			names.add(DataObjectPropertyName.toDashedForm(Objects.requireNonNull(name)));
		}
		return names;
	}

	private static Set<String> namesOfPolicy() {
		Set<String> names = names(PolicySettings.class);
		names.remove(NEAR);
		names(PolicySettings.Near.class).forEach((name) -> names.add(NEAR + "." + name));
		return names;
	}

	/**
	 * Returns whether a key exists.
	 * @param name the key, with the prefix
	 * @return whether it can be set
	 */
	boolean exists(ConfigurationPropertyName name) {
		boolean indexed = name.isNumericIndex(name.getNumberOfElements() - 1);
		int elements = indexed ? name.getNumberOfElements() - 1 : name.getNumberOfElements();
		String section = (elements > 1) ? name.getElement(1, Form.UNIFORM) : "";
		return switch (section) {
			case "defaults" -> elements > 2 && contains(this.policy, rest(name, 2, elements));
			case "caches" -> elements > 3 && contains(this.policy, rest(name, 3, elements));
			default -> elements == 2 && contains(this.general, section);
		};
	}

	/**
	 * Returns whether an environment variable stands for a key that exists.
	 * @param variable the name without the prefix and the underscore after it
	 * @return whether it can be set
	 */
	boolean existsAsVariable(String variable) {
		String name = INDEX.matcher(variable.toLowerCase(Locale.ROOT)).replaceFirst("");
		if (name.startsWith("defaults_")) {
			return contains(this.policy, name.substring("defaults_".length()));
		}
		if (name.startsWith("caches_")) {
			return this.policy.stream()
				.map((key) -> "_" + key.replace('.', '_'))
				.anyMatch((key) -> name.endsWith(key.replace("-", "")) || name.endsWith(key.replace("-", "_")));
		}
		return contains(this.general, name);
	}

	/**
	 * Returns what to write instead of a key that does not exist.
	 * @param name the key, with the prefix
	 * @return a sentence
	 */
	String advice(ConfigurationPropertyName name) {
		int elements = name.getNumberOfElements();
		String section = (elements > 1) ? name.getElement(1, Form.UNIFORM) : "";
		String last = name.getLastElement(Form.DASHED);
		if (isNear(name, section, elements)) {
			String place = section.equals("defaults") ? "stampede.defaults." + NEAR
					: PolicySettings.property(originals(name, 2, 3), NEAR);
			return "Instead of " + name + ", use " + place + ".max-entries or " + place + ".ttl.";
		}
		if (section.equals("caches") && elements > 4) {
			String cache = originals(name, 2, elements - 1);
			return "If the name of the cache contains dots, write it in brackets: "
					+ PolicySettings.property(cache, contains(this.policy, last) ? last : nearest(last))
					+ ", in YAML \"[" + cache + "]\".";
		}
		if (section.equals("caches") && elements == 3) {
			return "Write " + PolicySettings.property(originals(name, 2, elements), "<setting>")
					+ ", with one of the settings " + String.join(", ", this.policy) + ".";
		}
		if (section.equals("caches")) {
			return advice(last, name.toString(), this.policy,
					(near) -> PolicySettings.property(originals(name, 2, elements - 1), near));
		}
		if (section.equals("defaults")) {
			return advice(last, name.toString(), this.policy, (near) -> "stampede.defaults." + near);
		}
		Set<String> candidates = new TreeSet<>(this.general);
		candidates.addAll(List.of("caches", "defaults"));
		String rest = List.of("default", "cache").contains(section) ? originals(name, 2, elements) : "";
		return advice(name.getElement(1, Form.DASHED), name.toString(), candidates,
				(near) -> DOTTED + near + (rest.isEmpty() ? "" : "." + rest));
	}

	/**
	 * Returns what to set instead of an environment variable that stands for no key.
	 * @param variable the name without the prefix and the underscore after it
	 * @return a sentence
	 */
	String variableAdvice(String variable) {
		String name = variable.toLowerCase(Locale.ROOT);
		boolean ofPolicy = name.startsWith("defaults_") || name.startsWith("caches_");
		int start = ofPolicy ? name.lastIndexOf('_') + 1 : 0;
		return advice(name.substring(start), "STAMPEDE_" + variable, ofPolicy ? this.policy : this.general,
				(near) -> "STAMPEDE_" + variable.substring(0, start)
						+ near.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT));
	}

	private static String advice(String given, String name, Set<String> candidates, UnaryOperator<String> place) {
		List<String> near = NearNames.of(given, candidates);
		return "Instead of " + name + (near.isEmpty() ? ", use one of " + String.join(", ", candidates) + "."
				: " write " + String.join(", or ", near.stream().map(place).toList()));
	}

	private String nearest(String setting) {
		List<String> near = NearNames.of(setting, this.policy);
		return near.isEmpty() ? "<setting>" : near.get(0);
	}

	private static String originals(ConfigurationPropertyName name, int from, int to) {
		return IntStream.range(from, to)
			.mapToObj((index) -> name.getElement(index, Form.ORIGINAL))
			.collect(Collectors.joining("."));
	}

	private static boolean contains(Set<String> keys, String name) {
		String uniform = uniform(name);
		return keys.stream().anyMatch((key) -> uniform(key).equals(uniform));
	}

	private static boolean isNear(ConfigurationPropertyName name, String section, int elements) {
		int at = section.equals("defaults") ? 2 : 3;
		return List.of("defaults", "caches").contains(section) && elements > at
				&& name.getElement(at, Form.UNIFORM).equals(NEAR);
	}

	private static String uniform(String name) {
		return name.replaceAll("[-_.]", "");
	}

	private static String rest(ConfigurationPropertyName name, int first, int elements) {
		StringJoiner rest = new StringJoiner(".");
		for (int i = first; i < elements; i++) {
			rest.add(name.getElement(i, Form.UNIFORM));
		}
		return rest.toString();
	}

}
