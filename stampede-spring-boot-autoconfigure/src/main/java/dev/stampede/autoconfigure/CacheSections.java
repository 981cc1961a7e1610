package dev.stampede.autoconfigure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

import dev.stampede.autoconfigure.diagnostics.EverybodysSettings;
import dev.stampede.policy.PolicySettings;

/**
 * Sections of caches below {@code stampede.caches}. Binding finds environment variables
 * for names of lower-case letters and digits alone; for other names, such as
 * {@code card-sets}, they are looked up by the name of the cache.
 */
final class CacheSections {

	private static final String VARIABLE = "STAMPEDE_CACHES_";

	private static final Pattern BOUND = Pattern.compile("[a-z0-9]+");

	private final StampedeProperties properties;

	private final List<ConfigurationPropertySource> variables = new ArrayList<>();

	private final Set<String> names = new TreeSet<>();

	CacheSections(StampedeProperties properties, Environment environment) {
		this.properties = properties;
		if (environment instanceof ConfigurableEnvironment configurable) {
			configurable.getPropertySources().forEach(this::add);
		}
	}

	private void add(PropertySource<?> source) {
		if (!EverybodysSettings.isVariables(source) || !(source instanceof EnumerablePropertySource<?> named)) {
			return;
		}
		int before = this.names.size();
		for (String name : named.getPropertyNames()) {
			if (name.toUpperCase(Locale.ROOT).startsWith(VARIABLE)) {
				this.names.add(name.toUpperCase(Locale.ROOT));
			}
		}
		ConfigurationPropertySource bindable = ConfigurationPropertySource.from(source);
		if (this.names.size() > before && bindable != null) {
			this.variables.add(bindable);
		}
	}

	/**
	 * Returns the section of a cache.
	 * @param cacheName the cache
	 * @return what it says; nothing if there is none
	 */
	PolicySettings of(String cacheName) {
		PolicySettings section = this.properties.caches().get(cacheName);
		if (section != null || this.variables.isEmpty() || BOUND.matcher(cacheName).matches()) {
			return (section != null) ? section : PolicySettings.none();
		}
		return new Binder(this.variables)
			.bind(ConfigurationPropertyName.of("stampede.caches." + dashed(cacheName)),
					Bindable.of(PolicySettings.class))
			.orElseGet(PolicySettings::none);
	}

	/**
	 * Returns all that is said about a cache.
	 * @param cacheName the cache
	 * @param annotation what its annotation says
	 * @return the settings; the section of the cache before the annotation, and that
	 * before the defaults
	 */
	PolicySettings settings(String cacheName, PolicySettings annotation) {
		return of(cacheName).over(annotation).over(this.properties.defaults());
	}

	/**
	 * Returns whether a section was made of variables that were meant for a cache with
	 * another name, and take effect there.
	 * @param section the name of the section
	 * @param caches the names of caches that are in use
	 * @return whether it is of no use by itself
	 */
	boolean isMeantForAnother(String section, Collection<String> caches) {
		String beginning = VARIABLE + section.toUpperCase(Locale.ROOT) + "_";
		return this.names.stream().anyMatch((name) -> name.startsWith(beginning))
				&& caches.stream().anyMatch((cache) -> dashed(cache).replace("-", "").equals(section));
	}

	/**
	 * Returns the variables that name no cache.
	 * @param caches the names of all caches that there are
	 * @return their names
	 */
	List<String> unused(Collection<String> caches) {
		return this.names.stream().filter((name) -> caches.stream().noneMatch((cache) -> isOf(cache, name))).toList();
	}

	/**
	 * Returns how the variables for a cache begin.
	 * @param cacheName the cache
	 * @return the beginning, up to the underscore before the setting
	 */
	static String variable(String cacheName) {
		return VARIABLE + dashed(cacheName).replace("-", "").toUpperCase(Locale.ROOT) + "_";
	}

	private static boolean isOf(String cacheName, String variable) {
		return variable.startsWith(variable(cacheName))
				|| variable.startsWith(VARIABLE + dashed(cacheName).replace('-', '_').toUpperCase(Locale.ROOT) + "_");
	}

	// what a name is to variables: Boot tries them with each dash as an underscore, and
	// without
	private static String dashed(String cacheName) {
		String dashed = cacheName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
		return dashed.isEmpty() ? "none" : dashed;
	}

}
