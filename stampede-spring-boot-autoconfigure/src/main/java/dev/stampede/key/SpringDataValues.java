package dev.stampede.key;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.data.domain.AbstractPageRequest;
import org.springframework.data.domain.KeysetScrollPosition;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.OffsetScrollPosition;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Range;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.geo.Box;
import org.springframework.data.geo.Circle;
import org.springframework.data.geo.Distance;
import org.springframework.data.geo.Metric;
import org.springframework.data.geo.Point;
import org.springframework.data.geo.Polygon;
import org.springframework.data.util.Pair;

/**
 * Value types of Spring Data, by their parts. Other subclasses, of the application or of
 * a module of Spring Data, are none of them: they may differ in what only they know of,
 * as pages of Cassandra do in their state and orders of Elasticsearch in their place.
 * Loaded where Spring Data is on the class path.
 */
final class SpringDataValues {

	/**
	 * Classes whose values have no more parts than their supertype shows; by name, since
	 * they are hidden or optional.
	 */
	private static final Set<String> COMPLETE = Set.of("org.springframework.data.domain.PageRequest",
			"org.springframework.data.domain.Unpaged", "org.springframework.data.querydsl.QPageRequest",
			"org.springframework.data.domain.Sort", "org.springframework.data.domain.Sort$TypedSort",
			"org.springframework.data.querydsl.QSort", "org.springframework.data.jpa.domain.JpaSort",
			"org.springframework.data.domain.Sort$Order");

	/** Orders that differ from others in their class alone. */
	private static final String UNSAFE_ORDER = "org.springframework.data.jpa.domain.JpaSort$JpaOrder";

	private static final Set<Class<?>> DECLARED = Set.of(Pageable.class, AbstractPageRequest.class, PageRequest.class,
			Sort.class, Sort.Order.class, Limit.class, ScrollPosition.class, OffsetScrollPosition.class,
			KeysetScrollPosition.class, Point.class, Distance.class, Circle.class, Box.class, Polygon.class);

	private static final Set<Class<?>> GENERIC = Set.of(Range.class, Range.Bound.class, Pair.class);

	private SpringDataValues() {
	}

	/**
	 * Returns whether values of a declared type have known parts.
	 * @param type the declared type
	 * @return whether it is one of these, whatever its type arguments
	 */
	static boolean isKnown(Class<?> type) {
		return DECLARED.contains(type) || isOwn(type, Pageable.class) || isOwn(type, Sort.class);
	}

	static boolean isGeneric(ResolvableType type) {
		return GENERIC.contains(type.resolve(Object.class));
	}

	static boolean isAbove(Class<?> type) {
		return DECLARED.stream().anyMatch(type::isAssignableFrom) || GENERIC.stream().anyMatch(type::isAssignableFrom);
	}

	/**
	 * Returns the parts of a value.
	 * @param value the value
	 * @return the parts, or null if it is none of these
	 */
	static Object @Nullable [] parts(Object value) {
		if (value instanceof Pageable page) {
			return isOwn(page.getClass()) ? parts(page) : null;
		}
		if (value instanceof Sort sort) {
			return isOwn(sort.getClass()) ? sort.toList().toArray() : null;
		}
		if (value instanceof Sort.Order order) {
			return isOwn(order.getClass()) ? parts(order) : unsafe(order);
		}
		if (value instanceof Limit limit) {
			return limit.isLimited() ? new Object[] { limit.max() } : new Object[0];
		}
		if (value instanceof ScrollPosition position) {
			return parts(position);
		}
		if (value instanceof Range<?> range) {
			return new Object[] { range.getLowerBound(), range.getUpperBound() };
		}
		if (value instanceof Range.Bound<?> bound) {
			return bound.getValue()
				.map((end) -> new Object[] { end, bound.isInclusive() })
				.orElseGet(() -> new Object[0]);
		}
		if (value instanceof Pair<?, ?> pair) {
			return new Object[] { pair.getFirst(), pair.getSecond() };
		}
		return place(value);
	}

	private static Object[] parts(Pageable page) {
		return page.isPaged() ? new Object[] { page.getPageNumber(), page.getPageSize(), page.getSort() }
				: new Object[] { page.getSort() };
	}

	private static Object[] parts(Sort.Order order) {
		boolean plain = !order.isIgnoreCase() && order.getNullHandling() == Sort.NullHandling.NATIVE;
		return plain ? new Object[] { order.getProperty(), order.getDirection() } : new Object[] { order.getProperty(),
				order.getDirection(), order.isIgnoreCase(), order.getNullHandling() };
	}

	private static Object @Nullable [] unsafe(Sort.Order order) {
		return order.getClass().getName().equals(UNSAFE_ORDER) ? new Object[] { "unsafe", parts(order) } : null;
	}

	private static Object @Nullable [] parts(ScrollPosition position) {
		if (position instanceof OffsetScrollPosition offset) {
			return offset.isInitial() ? new Object[0] : new Object[] { offset.getOffset() };
		}
		return (position instanceof KeysetScrollPosition keyset)
				? new Object[] { keyset.getDirection(), keyset.getKeys() } : null;
	}

	private static Object @Nullable [] place(Object value) {
		if (value.getClass() == Point.class) {
			Point point = (Point) value;
			return new Object[] { point.getX(), point.getY() };
		}
		if (value instanceof Distance distance) {
			Metric metric = distance.getMetric();
			return new Object[] { distance.getValue(), metric.getMultiplier(), metric.getAbbreviation() };
		}
		if (value.getClass() == Circle.class) {
			Circle circle = (Circle) value;
			return new Object[] { circle.getCenter(), circle.getRadius() };
		}
		if (value.getClass() == Box.class) {
			Box box = (Box) value;
			return new Object[] { box.getFirst(), box.getSecond() };
		}
		return (value.getClass() == Polygon.class) ? List.copyOf(((Polygon) value).getPoints()).toArray() : null;
	}

	private static boolean isOwn(Class<?> type, Class<?> kind) {
		return kind.isAssignableFrom(type) && isOwn(type);
	}

	private static boolean isOwn(Class<?> type) {
		return COMPLETE.contains(type.getName());
	}

}
