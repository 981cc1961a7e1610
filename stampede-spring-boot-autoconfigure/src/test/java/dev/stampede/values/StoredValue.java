package dev.stampede.values;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/**
 * A value and the type that a method would declare for it.
 *
 * @param name its name
 * @param type the declared type
 * @param value the value
 */
public record StoredValue(String name, Type type, @Nullable Object value) {

	@Override
	public String toString() {
		return this.name;
	}

}
