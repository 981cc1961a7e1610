package dev.stampede.autoconfigure.diagnostics;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import dev.stampede.StampedeConfigurationException;

/**
 * Analyzer of configuration, by property or by annotation, that cannot work.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class StampedeConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<StampedeConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, StampedeConfigurationException cause) {
		return new FailureAnalysis(cause.getProblem(), cause.getAction(), cause);
	}

}
