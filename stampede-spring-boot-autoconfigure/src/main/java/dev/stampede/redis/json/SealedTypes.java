package dev.stampede.redis.json;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/**
 * Sealed interfaces and abstract classes without {@code @JsonTypeInfo}: the types that
 * they permit are told apart by their simple names, or those of {@code @JsonTypeName}.
 */
final class SealedTypes extends NopAnnotationIntrospector {

	private static final JsonTypeInfo.Value BY_NAME = JsonTypeInfo.Value.construct(JsonTypeInfo.Id.NAME,
			JsonTypeInfo.As.WRAPPER_OBJECT, null, null, false, null);

	@Override
	public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
		return isOurs(annotated) ? BY_NAME : null;
	}

	@Override
	public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
		if (!isOurs(annotated)) {
			return null;
		}
		return leaves(annotated.getRawType()).map((type) -> new NamedType(type, name(type))).toList();
	}

	/**
	 * Returns whether a type is read by the names of those that it permits. Classes of
	 * the JDK, such as {@code ZoneId}, have a form of their own, and which of them are
	 * sealed differs from one JDK to the next.
	 * @param type a class
	 * @return whether it is sealed and has no objects of its own
	 */
	static boolean isSealed(Class<?> type) {
		return type.isSealed() && Modifier.isAbstract(type.getModifiers()) && !ClassViews.isOfThePlatform(type);
	}

	/**
	 * Returns the types that objects of a sealed type may have.
	 * @param type a sealed type
	 * @return the types that it permits, those of sealed ones among them instead of these
	 */
	static Stream<Class<?>> leaves(Class<?> type) {
		List<Class<?>> leaves = new ArrayList<>();
		for (Class<?> permitted : type.getPermittedSubclasses()) {
			if (isSealed(permitted)) {
				leaves(permitted).forEach(leaves::add);
			}
			else {
				leaves.add(permitted);
			}
		}
		return leaves.stream().distinct();
	}

	static String name(Class<?> type) {
		JsonTypeName name = type.getAnnotation(JsonTypeName.class);
		return (name != null && !name.value().isEmpty()) ? name.value() : type.getSimpleName();
	}

	private static boolean isOurs(Annotated annotated) {
		return annotated instanceof AnnotatedClass && isSealed(annotated.getRawType())
				&& !annotated.hasAnnotation(JsonTypeInfo.class);
	}

}
