package dev.stampede.redis.json;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks for collections in a declared type whose order is that of their hashes, or of an
 * enum, so that it says nothing when it changes.
 */
final class DeclaredOrder {

	/** What keeps the order in which it is filled, once it is read. */
	private static final Set<Class<?>> KEPT = Set.of(Set.class, LinkedHashSet.class, LinkedHashMap.class);

	private final SerializationConfig config;

	private final ClassIntrospector introspector;

	private final Set<JavaType> seen = new HashSet<>();

	private DeclaredOrder(JsonMapper mapper) {
		this.config = mapper.serializationConfig();
		this.introspector = this.config.classIntrospectorInstance().forOperation(this.config);
	}

	/**
	 * Returns whether parts of a value may come back in another order although nothing is
	 * wrong.
	 * @param mapper the mapper
	 * @param type the declared type
	 * @return whether the type, or a property in it, is such a collection
	 */
	static boolean isLost(JsonMapper mapper, JavaType type) {
		return new DeclaredOrder(mapper).isLost(type);
	}

	private boolean isLost(@Nullable JavaType type) {
		if (type == null || !this.seen.add(type)) {
			return false;
		}
		if (isUnordered(type) || isLost(type.getKeyType()) || isLost(type.getContentType())) {
			return true;
		}
		if (type.isContainerType() || type.isEnumType() || type.getRawClass().getName().startsWith("java.")) {
			return false;
		}
		return this.introspector.introspectForSerialization(type, this.introspector.introspectClassAnnotations(type))
			.findProperties()
			.stream()
			.anyMatch((property) -> isLost(property.getPrimaryType()));
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
		if (raw.isAnnotationPresent(JsonTypeInfo.class)) {
			return true;
		}
		return Set.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw);
	}

}
