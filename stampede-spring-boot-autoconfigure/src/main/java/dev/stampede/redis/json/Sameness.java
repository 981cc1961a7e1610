package dev.stampede.redis.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Comparison of a value with what came back, by {@code equals}, and where that says no by
 * content: elements, and properties as the mapper writes them. A class whose
 * {@code equals} says no although all of its content is the same is believed, unless a
 * part of it knows no equality and nothing of it is left unwritten.
 */
final class Sameness {

	/** Larger sets of elements without equality are judged by their bytes. */
	private static final int PAIRED = 256;

	private static final Comparator<JsonNode> NUMBERS_BY_VALUE = (one, other) -> {
		boolean same = one.equals(other)
				|| (one.isNumber() && other.isNumber() && isSameNumber(one.asString(), other.asString()));
		return same ? 0 : 1;
	};

	private final ClassViews views;

	/** What is being compared, so that a circle ends. */
	private final Set<Object> compared = Collections.newSetFromMap(new IdentityHashMap<>());

	/** The way to the first difference. */
	private @Nullable String difference;

	private Sameness(ClassViews views) {
		this.views = views;
	}

	/**
	 * Looks for a difference.
	 * @param views the classes as the mapper sees them
	 * @param value a value
	 * @param back what came back
	 * @return the place of a difference, empty if it is the value itself, or null if the
	 * two are the same
	 */
	static @Nullable String difference(ClassViews views, Object value, Object back) {
		Sameness sameness = new Sameness(views);
		if (sameness.of(value, back)) {
			return null;
		}
		return (sameness.difference != null) ? sameness.difference : "";
	}

	private boolean of(@Nullable Object value, @Nullable Object back) {
		if (Objects.deepEquals(value, back)) {
			return true;
		}
		if (value == null || back == null) {
			return false;
		}
		if (value instanceof Collection<?> left && back instanceof Collection<?> right) {
			return isSameKind(value, back) && left.size() == right.size()
					&& ((value instanceof Set<?>) ? ofSets(left, right) : ofElements(left, right));
		}
		if (value instanceof Map<?, ?> left && back instanceof Map<?, ?> right) {
			return isSameKind(value, back) && left.size() == right.size() && ofMaps(left, right);
		}
		if (value instanceof Object[] left && back instanceof Object[] right) {
			return value.getClass() == back.getClass() && ofElements(Arrays.asList(left), Arrays.asList(right));
		}
		if (value instanceof Optional<?> left && back instanceof Optional<?> right) {
			return of(left.orElse(null), right.orElse(null));
		}
		if (value instanceof AtomicReference<?> left && back instanceof AtomicReference<?> right) {
			return of(left.get(), right.get());
		}
		if (value instanceof Date left && back instanceof Date right && back.getClass() == Date.class) {
			return SqlTimestamps.isDate(left) && left.toInstant().equals(right.toInstant());
		}
		if (value instanceof JsonNode left && back instanceof JsonNode right) {
			return right.equals(NUMBERS_BY_VALUE, left);
		}
		if (value instanceof Number left && back instanceof Number right && value.getClass() != back.getClass()) {
			return isSameNumber(left.toString(), right.toString());
		}
		return value.getClass() == back.getClass() && ofObjects(value, back);
	}

	// What is declared as a number, or left open, comes back as the number that the text
	// tells.
	private static boolean isSameNumber(String value, String back) {
		try {
			return new BigDecimal(value).compareTo(new BigDecimal(back)) == 0;
		}
		catch (NumberFormatException ex) {
			return value.equals(back);
		}
	}

	private boolean ofObjects(Object value, Object back) {
		if (!this.compared.add(value)) {
			return true;
		}
		try {
			return ofObjects(value, back, this.views.of(value.getClass()));
		}
		finally {
			this.compared.remove(value);
		}
	}

	private boolean ofObjects(Object value, Object back, ClassView view) {
		boolean excused = false;
		for (ClassView.Property property : view.properties()) {
			Object one;
			Object other;
			try {
				one = property.of(value);
				other = property.of(back);
			}
			catch (RuntimeException ex) {
				continue; // it was written some other way, which the bytes show
			}
			if (Objects.equals(one, other)) {
				continue;
			}
			if (!of(one, other)) {
				String place = value.getClass().getSimpleName() + "." + property.name();
				this.difference = (this.difference != null) ? place + ", " + this.difference : place;
				return false;
			}
			excused = true;
		}
		if (!view.knowsEquality() || (excused && view.unwritten().isEmpty())) {
			return true;
		}
		if (!view.unwritten().isEmpty()) {
			this.difference = value.getClass().getSimpleName() + ", perhaps by its field " + view.unwritten().get(0);
		}
		return false;
	}

	private static boolean isSameKind(Object value, Object back) {
		if ((value instanceof Set) != (back instanceof Set)
				|| (value instanceof PriorityQueue) != (back instanceof PriorityQueue)) {
			return false;
		}
		return Objects.equals(comparator(value, back), comparator(back, back));
	}

	// Of what is no longer sorted, the comparator is not missed.
	private static @Nullable Comparator<?> comparator(Object value, Object back) {
		if (back instanceof SortedSet<?> && value instanceof SortedSet<?> set) {
			return own(set.comparator());
		}
		if (back instanceof SortedMap<?, ?> && value instanceof SortedMap<?, ?> map) {
			return own(map.comparator());
		}
		return (value instanceof PriorityQueue<?> queue) ? own(queue.comparator()) : null;
	}

	private static @Nullable Comparator<?> own(@Nullable Comparator<?> comparator) {
		return Comparator.naturalOrder().equals(comparator) ? null : comparator;
	}

	private boolean ofElements(Collection<?> value, Collection<?> back) {
		Iterator<?> others = back.iterator();
		for (Object element : value) {
			if (!others.hasNext() || !of(element, others.next())) {
				return false;
			}
		}
		return !others.hasNext();
	}

	// The hashes of elements that know no equality are their identity, and so is their
	// order.
	private boolean ofSets(Collection<?> value, Collection<?> back) {
		if (pairs(value, back)) {
			this.difference = null;
			return true;
		}
		return false;
	}

	private boolean pairs(Collection<?> value, Collection<?> back) {
		if (value.size() > PAIRED) {
			return value.stream()
				.noneMatch((element) -> element == null || this.views.of(element.getClass()).knowsEquality());
		}
		List<Object> others = new ArrayList<>(back);
		for (Object element : value) {
			boolean found = false;
			for (Iterator<Object> other = others.iterator(); !found && other.hasNext();) {
				found = of(element, other.next());
				if (found) {
					other.remove();
				}
			}
			if (!found) {
				return false;
			}
		}
		return true;
	}

	private boolean ofMaps(Map<?, ?> value, Map<?, ?> back) {
		Iterator<? extends Map.Entry<?, ?>> others = back.entrySet().iterator();
		for (Map.Entry<?, ?> entry : value.entrySet()) {
			if (!others.hasNext()) {
				return false;
			}
			Map.Entry<?, ?> other = others.next();
			Object key = entry.getKey();
			boolean same = back.containsKey(key) ? of(entry.getValue(), back.get(key))
					: of(key, other.getKey()) && of(entry.getValue(), other.getValue());
			if (!same) {
				return false;
			}
		}
		return true;
	}

}
