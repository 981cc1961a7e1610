package dev.stampede.autoconfigure.diagnostics;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

import dev.stampede.policy.PolicySettings;

/**
 * Settings that anybody may have written: environment variables and system properties.
 * One that has the name of a section of ours by chance, such as
 * {@code STAMPEDE_CACHES_DIR}, is passed over when ours are bound.
 */
public final class EverybodysSettings implements ConfigurationPropertiesBindHandlerAdvisor {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(PropertyKeys.PREFIX);

	@Override
	public BindHandler apply(BindHandler handler) {
		return new AbstractBindHandler(handler) {

			@Override
			public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
					Exception error) throws Exception {
				return (PREFIX.isAncestorOf(name) && isSection(target) && isEverybodys(name, context)) ? null
						: super.onFailure(name, target, context, error);
			}

		};
	}

	/**
	 * Returns whether a source holds environment variables.
	 * @param source the source
	 * @return whether it does
	 */
	public static boolean isVariables(PropertySource<?> source) {
		return source.getName().endsWith(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
	}

	static boolean isSystem(PropertySource<?> source) {
		return source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
	}

	private static boolean isSection(Bindable<?> target) {
		Class<?> type = target.getType().resolve(Object.class);
		return type == Map.class || type == PolicySettings.class || type == PolicySettings.Near.class;
	}

	private static boolean isEverybodys(ConfigurationPropertyName name, BindContext context) {
		for (ConfigurationPropertySource source : context.getSources()) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return source.getUnderlyingSource() instanceof PropertySource<?> origin
						&& (isVariables(origin) || isSystem(origin));
			}
		}
		return false;
	}

}
