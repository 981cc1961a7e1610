package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import dev.stampede.StampedeConfigurationException;
import dev.stampede.StampedeProtected;

/**
 * Failure of the start because of a {@link StampedeProtected} that cannot work.
 *
 * @since 0.1.0
 */
public class InvalidStampedeProtectedException extends StampedeConfigurationException {

	InvalidStampedeProtectedException(String description, String action, @Nullable Throwable cause) {
		super(description, description, action, cause);
	}

	static InvalidStampedeProtectedException of(Method method, Class<?> type, String problem, String action) {
		return of(method, type, problem, action, null);
	}

	static InvalidStampedeProtectedException of(Method method, Class<?> type, String problem, String action,
			@Nullable Throwable cause) {
		return new InvalidStampedeProtectedException(
				"@StampedeProtected on " + describe(method, type) + " cannot work: " + problem, action, cause);
	}

	static String describe(Method method, Class<?> type) {
		return ClassUtils.getShortName(type) + "." + method.getName()
				+ Arrays.stream(method.getParameterTypes())
					.map(Class::getSimpleName)
					.collect(Collectors.joining(",", "(", ")"));
	}

}
