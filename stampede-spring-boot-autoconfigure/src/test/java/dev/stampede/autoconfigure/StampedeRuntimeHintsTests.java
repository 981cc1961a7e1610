package dev.stampede.autoconfigure;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StampedeRuntimeHints}.
 */
class StampedeRuntimeHintsTests {

	@Test
	void scriptsAndTheRootOfExpressionsAreKept() throws Exception {
		RuntimeHints hints = new RuntimeHints();
		new StampedeRuntimeHints().registerHints(hints, getClass().getClassLoader());
		assertThat(RuntimeHintsPredicates.resource().forResource("dev/stampede/redis/acquire.lua")).accepts(hints);
		Class<?> root = ClassUtils.forName("dev.stampede.interceptor.ExpressionRoot", null);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(root, "methodName")).accepts(hints);
	}

}
