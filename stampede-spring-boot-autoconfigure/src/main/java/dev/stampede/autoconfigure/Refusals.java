package dev.stampede.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import dev.stampede.StampedeConfigurationException;

/**
 * Exceptions that refuse one caller: those of Spring Security, and those that the
 * application names. They concern nobody else who waits for the same key.
 *
 * @param types the classes that are there
 */
record Refusals(List<Class<?>> types) implements Predicate<Throwable> {

	private static final List<String> SECURITY = List.of("org.springframework.security.access.AccessDeniedException",
			"org.springframework.security.core.AuthenticationException");

	/**
	 * Finds the classes.
	 * @param named what the application names
	 * @param classLoader knows the classes of the application
	 * @return the refusals
	 * @throws StampedeConfigurationException if a named class is no exception
	 */
	static Refusals of(List<String> named, @Nullable ClassLoader classLoader) {
		List<Class<?>> types = new ArrayList<>();
		SECURITY.stream()
			.filter((name) -> ClassUtils.isPresent(name, classLoader))
			.map((name) -> ClassUtils.resolveClassName(name, classLoader))
			.forEach(types::add);
		named.forEach((name) -> types.add(resolve(name, classLoader)));
		return new Refusals(List.copyOf(types));
	}

	private static Class<?> resolve(String name, @Nullable ClassLoader classLoader) {
		return Stream.of(name)
			.filter((each) -> ClassUtils.isPresent(each, classLoader))
			.<Class<?>>map((each) -> ClassUtils.resolveClassName(each, classLoader))
			.filter(Throwable.class::isAssignableFrom)
			.findFirst()
			.orElseThrow(() -> new StampedeConfigurationException(
					"stampede.refusal-exceptions names '" + name + "', which is no exception on the class path",
					"Write the full name of its class, such as com.example.shop.QuotaExceededException, or remove it"));
	}

	@Override
	public boolean test(Throwable ex) {
		return this.types.stream().anyMatch((type) -> type.isInstance(ex));
	}

}
