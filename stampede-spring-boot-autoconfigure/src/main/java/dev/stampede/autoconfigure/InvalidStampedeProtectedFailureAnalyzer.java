package dev.stampede.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import dev.stampede.interceptor.InvalidStampedeProtectedException;

/**
 * Says what to do about an annotation that cannot work.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class InvalidStampedeProtectedFailureAnalyzer extends AbstractFailureAnalyzer<InvalidStampedeProtectedException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, InvalidStampedeProtectedException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.getAction(), cause);
	}

}
