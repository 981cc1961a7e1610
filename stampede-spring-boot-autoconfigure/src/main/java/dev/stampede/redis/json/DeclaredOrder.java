package dev.stampede.redis.json;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.springframework.core.annotation.AnnotatedElementUtils;
import tools.jackson.databind.JavaType;

/**
 * Looks for collections in a declared type whose order is that of their hashes, or of an
 * enum, so that it says nothing when it changes.
 */
final class DeclaredOrder {

	/** What keeps the order in which it is filled, once it is read. */
	private static final Set<Class<?>> KEPT = Set.of(Set.class, LinkedHashSet.class, LinkedHashMap.class);

	private DeclaredOrder() {
	}

	/**
	 * Returns whether parts of a value may come back in another order although nothing is
	 * wrong.
	 * @param types the declared type and those within
	 * @return whether one of them is such a collection
	 */
	static boolean isLost(Set<JavaType> types) {
		return types.stream().anyMatch(DeclaredOrder::isUnordered);
	}

	// Subtypes that are told by an annotation are not looked into, so anything may be
	// there.
	private static boolean isUnordered(JavaType type) {
		Class<?> raw = type.getRawClass();
		if (SortedSet.class.isAssignableFrom(raw) || SortedMap.class.isAssignableFrom(raw) || KEPT.contains(raw)) {
			return false;
		}
		if (raw == Map.class) {
			return type.getKeyType().isEnumType();
		}
		if (AnnotatedElementUtils.hasAnnotation(raw, JsonTypeInfo.class)) {
			return true;
		}
		return Set.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw);
	}

}
