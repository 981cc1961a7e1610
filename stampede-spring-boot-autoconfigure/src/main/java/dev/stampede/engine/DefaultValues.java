package dev.stampede.engine;

import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;
import org.springframework.core.CollectionFactory;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

import dev.stampede.OnLose;

/**
 * Default values: what {@link OnLose#RETURN_DEFAULT} returns where no fallback is named.
 * An empty optional, collection, map or array, zero or false, else null.
 *
 * @since 0.1.0
 */
public final class DefaultValues {

	private static final Map<Class<?>, Object> CONSTANTS = Map.ofEntries(Map.entry(Byte.class, (byte) 0),
			Map.entry(Short.class, (short) 0), Map.entry(Integer.class, 0), Map.entry(Long.class, 0L),
			Map.entry(Float.class, 0f), Map.entry(Double.class, 0d), Map.entry(Character.class, '\0'),
			Map.entry(Boolean.class, false), Map.entry(Optional.class, Optional.empty()),
			Map.entry(OptionalInt.class, OptionalInt.empty()), Map.entry(OptionalLong.class, OptionalLong.empty()),
			Map.entry(OptionalDouble.class, OptionalDouble.empty()));

	private DefaultValues() {
	}

	/**
	 * Returns the default of a type.
	 * @param type the declared type
	 * @return a new, empty value, or null
	 */
	public static @Nullable Object fitting(Type type) {
		ResolvableType declared = ResolvableType.forType(type);
		if (declared.isArray()) {
			return Array.newInstance(declared.getComponentType().resolve(Object.class), 0);
		}
		Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(declared.resolve(Object.class));
		if (raw == Iterable.class) {
			return new ArrayList<>();
		}
		if (raw == Queue.class || raw == Deque.class) {
			return new ArrayDeque<>();
		}
		if (raw == ConcurrentMap.class) {
			return new ConcurrentHashMap<>();
		}
		if (Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw)) {
			return empty(raw, declared);
		}
		return CONSTANTS.get(raw);
	}

	private static @Nullable Object empty(Class<?> raw, ResolvableType declared) {
		try {
			return Map.class.isAssignableFrom(raw)
					? CollectionFactory.createMap(raw, declared.as(Map.class).resolveGeneric(0), 0)
					: CollectionFactory.createCollection(raw, declared.as(Collection.class).resolveGeneric(0), 0);
		}
		catch (IllegalArgumentException ex) { // a class of its own that we cannot make
			return null;
		}
	}

}
