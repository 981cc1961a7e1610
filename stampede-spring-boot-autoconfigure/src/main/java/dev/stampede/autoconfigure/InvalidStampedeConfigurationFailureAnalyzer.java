package dev.stampede.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Says what to write instead of configuration that cannot work.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class InvalidStampedeConfigurationFailureAnalyzer
		extends AbstractFailureAnalyzer<InvalidStampedeConfigurationException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, InvalidStampedeConfigurationException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.getAction(), cause);
	}

}
