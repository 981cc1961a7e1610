package dev.stampede.redis.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JavaType;

import dev.stampede.store.UnstorableValueException;

/**
 * Whether a value is what its declared type makes when it is read: not a subclass, nor a
 * collection of another kind.
 */
final class DeclaredFit {

	private DeclaredFit() {
	}

	/**
	 * Checks a value and the elements of containers.
	 * @param type the declared type
	 * @param value the value
	 * @throws UnstorableValueException if another class would come back
	 */
	static void check(JavaType type, @Nullable Object value) {
		if (value == null) {
			return;
		}
		Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(type.getRawClass());
		if (!raw.isInstance(value)) {
			throw new UnstorableValueException("a " + value.getClass().getName() + " is no " + raw.getName());
		}
		checkKind(raw, value);
		JavaType content = type.getContentType();
		if (content != null && value instanceof Collection<?> elements) {
			elements.forEach((element) -> check(content, element));
		}
		else if (content != null && value instanceof Map<?, ?> map) {
			map.keySet().forEach((key) -> check(type.getKeyType(), key));
			map.values().forEach((element) -> check(content, element));
		}
		else if (content != null && value instanceof Optional<?> optional) {
			check(content, optional.orElse(null));
		}
		else if (content != null && value instanceof Object[] elements) {
			for (Object element : elements) {
				check(content, element);
			}
		}
		else if (isExact(type, raw) && raw != value.getClass()
				&& !(value instanceof Date date && SqlTimestamps.isDate(date))) {
			throw new UnstorableValueException(
					"a " + value.getClass().getName() + " would come back as a " + raw.getName());
		}
	}

	static boolean isContainer(Object value) {
		return value instanceof Collection<?> || value instanceof Map<?, ?>;
	}

	private static boolean isExact(JavaType type, Class<?> raw) {
		return raw == Date.class || (!type.isAbstract() && !raw.isEnum() && !raw.getName().startsWith("java."));
	}

	private static void checkKind(Class<?> raw, Object value) {
		if (value instanceof Set<?> && !Set.class.isAssignableFrom(raw)) {
			throw new UnstorableValueException("a set would come back as a list: declare Set");
		}
		if (value instanceof PriorityQueue<?> && raw != PriorityQueue.class) {
			throw new UnstorableValueException("the order of a PriorityQueue would be lost: declare and return a List");
		}
		Comparator<?> comparator = comparator(raw, value);
		if (comparator != null && !comparator.equals(Comparator.naturalOrder())) {
			throw new UnstorableValueException("the comparator of a " + value.getClass().getName()
					+ " would be lost: declare Set or Map, which keep the order as it is");
		}
		if (value instanceof Properties properties && properties.stringPropertyNames().size() > properties.size()) {
			throw new UnstorableValueException("the defaults of Properties would be lost");
		}
	}

	private static @Nullable Comparator<?> comparator(Class<?> raw, Object value) {
		if (value instanceof SortedSet<?> set && SortedSet.class.isAssignableFrom(raw)) {
			return set.comparator();
		}
		if (value instanceof SortedMap<?, ?> map && SortedMap.class.isAssignableFrom(raw)) {
			return map.comparator();
		}
		return (value instanceof PriorityQueue<?> queue) ? queue.comparator() : null;
	}

}
