package dev.stampede;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * Circles of types: groups in which each type depends on each other one, if only by way
 * of the others. A nested type counts as its outermost one. As a condition of a rule it
 * is met by types that are in no circle of more than so many types.
 */
final class TypeCircles extends ArchCondition<JavaClass> {

	private final int limit;

	private List<Set<String>> circles = List.of();

	TypeCircles(int limit) {
		super("be in no circle of more than " + limit + " types");
		this.limit = limit;
	}

	/**
	 * Returns the circles of some types, the largest first.
	 */
	static List<Set<String>> of(Collection<JavaClass> classes) {
		return new Search(dependencies(classes)).circles();
	}

	@Override
	public void init(Collection<JavaClass> classes) {
		this.circles = of(classes);
	}

	@Override
	public void check(JavaClass type, ConditionEvents events) {
		// types are looked at together
	}

	@Override
	public void finish(ConditionEvents events) {
		for (Set<String> circle : this.circles) {
			events.add(new SimpleConditionEvent(circle, circle.size() <= this.limit,
					"A circle of " + circle.size() + " types: " + circle));
		}
	}

	private static Map<String, Set<String>> dependencies(Collection<JavaClass> classes) {
		Map<String, Set<String>> dependencies = new TreeMap<>();
		classes.forEach((type) -> dependencies.put(outermost(type), new TreeSet<>()));
		for (JavaClass type : classes) {
			Set<String> known = Objects.requireNonNull(dependencies.get(outermost(type)));
			for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
				String target = outermost(dependency.getTargetClass().getBaseComponentType());
				if (dependencies.containsKey(target)) {
					known.add(target);
				}
			}
		}
		return dependencies;
	}

	private static String outermost(JavaClass type) {
		return type.getEnclosingClass().map(TypeCircles::outermost).orElse(type.getName());
	}

	/**
	 * Tarjan's search for strongly connected components.
	 */
	private static final class Search {

		private final Map<String, Set<String>> dependencies;

		private final Map<String, Integer> indexes = new HashMap<>();

		private final Deque<String> open = new ArrayDeque<>();

		private final List<Set<String>> circles = new ArrayList<>();

		private Search(Map<String, Set<String>> dependencies) {
			this.dependencies = dependencies;
		}

		private List<Set<String>> circles() {
			for (String type : this.dependencies.keySet()) {
				if (!this.indexes.containsKey(type)) {
					visit(type);
				}
			}
			this.circles.sort(Comparator.comparingInt((Set<String> circle) -> circle.size()).reversed());
			return this.circles;
		}

		private int visit(String type) {
			int index = this.indexes.size();
			this.indexes.put(type, index);
			int low = index;
			this.open.push(type);
			for (String target : this.dependencies.getOrDefault(type, Set.of())) {
				Integer seen = this.indexes.get(target);
				if (seen == null) {
					low = Math.min(low, visit(target));
				}
				else if (this.open.contains(target)) {
					low = Math.min(low, seen);
				}
			}
			if (low == index) {
				close(type);
			}
			return low;
		}

		private void close(String first) {
			Set<String> circle = new TreeSet<>();
			String type;
			do {
				type = this.open.pop();
				circle.add(type);
			}
			while (!type.equals(first));
			if (circle.size() > 1) {
				this.circles.add(circle);
			}
		}

	}

}
