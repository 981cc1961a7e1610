package dev.stampede.redis.json;

import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.AnnotatedMember;

/**
 * A class as the mapper sees it when it writes.
 *
 * @param properties what is written of an object
 * @param knowsEquality whether the class, or one above it but {@code Object}, has
 * {@code equals}
 * @param unwritten names of fields that no property writes
 */
record ClassView(List<Property> properties, boolean knowsEquality, List<String> unwritten) {

	/**
	 * A property that is written.
	 *
	 * @param name its name
	 * @param type its declared type
	 * @param accessor what gets its value
	 */
	record Property(String name, JavaType type, AnnotatedMember accessor) {

		@Nullable Object of(Object owner) {
			return this.accessor.getValue(owner);
		}

	}

}
