package dev.stampede.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Names what may be meant by keys below {@code stampede} that do not exist.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class UnknownStampedePropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
		ConfigurationPropertyName prefix = ConfigurationPropertyName.of(StampedeProperties.PREFIX);
		List<ConfigurationProperty> unknown = cause.getUnboundProperties()
			.stream()
			.filter((property) -> prefix.isAncestorOf(property.getName()))
			.toList();
		if (unknown.isEmpty()) {
			return null;
		}
		PropertyKeys keys = new PropertyKeys();
		StringBuilder description = new StringBuilder("These properties do not exist:\n");
		StringBuilder action = new StringBuilder();
		for (ConfigurationProperty property : unknown) {
			description.append("\n    ").append(property.getName()).append(origin(property));
			action.append(keys.advice(property.getName())).append('\n');
		}
		return new FailureAnalysis(description.toString(), action.toString().strip(), cause);
	}

	private static String origin(ConfigurationProperty property) {
		return (property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : "";
	}

}
