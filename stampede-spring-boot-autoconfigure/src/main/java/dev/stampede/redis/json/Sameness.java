package dev.stampede.redis.json;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Equality as {@code equals} has it, and of the content of arrays and of collections that
 * know no equality, such as queues and the values of a map.
 */
final class Sameness {

	private Sameness() {
	}

	/**
	 * Returns whether two values are the same to whoever looks at them.
	 * @param one a value
	 * @param other another
	 * @return false too if they may be the same but their class does not know
	 */
	static boolean of(@Nullable Object one, @Nullable Object other) {
		if (Objects.deepEquals(one, other)) {
			return true;
		}
		if (one instanceof Collection<?> left && other instanceof Collection<?> right) {
			return (one instanceof Set) == (other instanceof Set) && ofElements(left, right);
		}
		if (one instanceof Map<?, ?> left && other instanceof Map<?, ?> right) {
			return ofElements(left.keySet(), right.keySet()) && ofElements(left.values(), right.values());
		}
		if (one instanceof Object[] left && other instanceof Object[] right) {
			return one.getClass() == other.getClass() && ofElements(Arrays.asList(left), Arrays.asList(right));
		}
		return one instanceof Optional<?> left && other instanceof Optional<?> right && left.isPresent()
				&& of(left.get(), right.orElse(null));
	}

	private static boolean ofElements(Collection<?> one, Collection<?> other) {
		Iterator<?> others = other.iterator();
		for (Object element : one) {
			if (!others.hasNext() || !of(element, others.next())) {
				return false;
			}
		}
		return !others.hasNext();
	}

}
