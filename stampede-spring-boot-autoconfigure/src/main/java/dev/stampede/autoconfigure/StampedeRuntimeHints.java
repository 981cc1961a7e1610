package dev.stampede.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * Hints for native images: the scripts, and what expressions see as their root.
 */
class StampedeRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("dev/stampede/redis/*.lua");
		hints.reflection()
			.registerType(TypeReference.of("dev.stampede.interceptor.ExpressionRoot"),
					MemberCategory.INVOKE_PUBLIC_METHODS);
	}

}
