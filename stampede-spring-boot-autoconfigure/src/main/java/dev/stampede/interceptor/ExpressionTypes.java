package dev.stampede.interceptor;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.IntLiteral;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.support.ReflectivePropertyAccessor;
import org.springframework.expression.spel.support.StandardTypeLocator;
import org.springframework.util.ClassUtils;

import dev.stampede.key.EntryKey;

/**
 * Declared types of the parts of an expression, as far as they can be told without a
 * call. What a type cannot have is refused. What only a subclass could have is warned of.
 */
final class ExpressionTypes extends ReflectivePropertyAccessor {

	private static final Log logger = LogFactory.getLog(ExpressionTypes.class);

	private static final ResolvableType ROOT = ResolvableType.forClass(ExpressionRoot.class);

	private static final String ARGUMENTS = "args";

	private static final String TARGET = "target";

	private static final String METHOD_ADVICE = "Use a public method of it, with as many arguments as it takes";

	private final Predicate<String> beans;

	/**
	 * Creates the finder.
	 * @param beans whether there is a bean of a name
	 */
	ExpressionTypes(Predicate<String> beans) {
		this.beans = beans;
	}

	/**
	 * Checks all parts of an expression.
	 * @param place the method and the attribute that it is of
	 * @param node the expression
	 * @return its type, or null if it cannot be told
	 * @throws InvalidStampedeProtectedException if every call would fail
	 */
	@Nullable ResolvableType check(Place place, SpelNode node) {
		if (node instanceof CompoundExpression) {
			return path(place, node);
		}
		ResolvableType type = first(place, node);
		checkParts(place, node);
		return type;
	}

	/**
	 * Checks that what an expression gives can be a key.
	 * @param place the method and the attribute that it is of
	 * @param node the expression, which was checked
	 * @throws InvalidStampedeProtectedException if it never can
	 */
	void checkKey(Place place, SpelNode node) {
		if (node instanceof InlineList) {
			for (int i = 0; i < node.getChildCount(); i++) {
				checkKey(place, node.getChild(i));
			}
			return;
		}
		ResolvableType type = check(place, node);
		if (type != null && !EntryKey.isPossibleKeyType(type)) {
			throw place.method()
				.invalid("its key '" + place.text() + "' has a part '" + node.toStringAST() + "' of type " + type
						+ ", which has no value semantics", KeyAdvice.of(place.method()));
		}
	}

	// names in a projection are those of an element, and names of a map are its keys
	private void checkParts(Place place, SpelNode node) {
		if (node instanceof Projection || node instanceof Selection) {
			return;
		}
		boolean literal = node instanceof Indexer || node instanceof InlineMap;
		for (int i = 0; i < node.getChildCount(); i++) {
			SpelNode part = node.getChild(i);
			if (!literal || !(part instanceof PropertyOrFieldReference)) {
				check(place, part);
			}
		}
	}

	private @Nullable ResolvableType path(Place place, SpelNode path) {
		ResolvableType type = check(place, path.getChild(0));
		boolean arguments = isArguments(ROOT, path.getChild(0));
		for (int i = 1; i < path.getChildCount(); i++) {
			SpelNode step = path.getChild(i);
			checkParts(place, step);
			ResolvableType next = (arguments && step instanceof Indexer) ? argument(place, step)
					: next(place, type, step);
			arguments = isArguments(type, step);
			type = next;
		}
		return type;
	}

	private @Nullable ResolvableType first(Place place, SpelNode node) {
		if (node instanceof VariableReference) {
			return variable(place, node.toStringAST().substring(1));
		}
		if (node instanceof BeanReference bean && !this.beans.test(bean.getName())) {
			throw place.invalid("names @" + bean.getName() + ", and there is no such bean",
					"Use the name of a bean, or declare one");
		}
		if (node instanceof TypeReference type) {
			checkType(place, type);
		}
		return (node instanceof PropertyOrFieldReference || node instanceof MethodReference) ? next(place, ROOT, node)
				: null;
	}

	private static @Nullable ResolvableType variable(Place place, String name) {
		if (MethodExpressions.ROOTS.contains(name)) {
			return ROOT;
		}
		int index = place.method().parameterIndex(name);
		return (index >= 0) ? place.method().parameter(index) : null;
	}

	private static void checkType(Place place, TypeReference reference) {
		String name = reference.toStringAST().replaceAll("^T\\(|(\\[])*\\)$", "");
		try {
			new StandardTypeLocator(place.method().type().getClassLoader()).findType(name);
		}
		catch (EvaluationException ex) {
			if (!ClassUtils.isPrimitiveOrWrapper(primitive(name))) {
				throw place.invalid("names the type " + name + ", which is not there",
						"Write its full name, with $ before the name of a nested type");
			}
		}
	}

	private static Class<?> primitive(String name) {
		Class<?> type = ClassUtils.resolvePrimitiveClassName(name);
		return (type != null) ? type : Object.class;
	}

	private static boolean isArguments(@Nullable ResolvableType owner, SpelNode step) {
		return ROOT.equals(owner) && step instanceof PropertyOrFieldReference property
				&& property.getName().equals(ARGUMENTS);
	}

	private static @Nullable ResolvableType argument(Place place, SpelNode indexer) {
		Integer index = index(indexer);
		int count = place.method().method().getParameterCount();
		if (index != null && (index < 0 || index >= count)) {
			throw place.invalid("names argument " + index + ", and the method has " + count,
					"The first one is #root.args[0], or #p0");
		}
		return (index != null) ? place.method().parameter(index) : null;
	}

	private static @Nullable Integer index(SpelNode indexer) {
		SpelNode index = (indexer.getChildCount() == 1) ? indexer.getChild(0) : null;
		return (index instanceof IntLiteral literal) ? (Integer) literal.getLiteralValue().getValue() : null;
	}

	private @Nullable ResolvableType next(Place place, @Nullable ResolvableType owner, SpelNode step) {
		Class<?> raw = (owner != null) ? ClassUtils.resolvePrimitiveIfNecessary(owner.resolve(Object.class)) : null;
		if (owner == null || raw == null || raw == Object.class || raw == Optional.class) {
			return null;
		}
		if (step instanceof PropertyOrFieldReference property) {
			return property(place, owner, raw, property.getName());
		}
		if (step instanceof MethodReference method && raw != Class.class) {
			return method(place, owner, raw, method);
		}
		return (step instanceof Indexer) ? element(owner, raw) : null;
	}

	private @Nullable ResolvableType property(Place place, ResolvableType owner, Class<?> raw, String name) {
		if (raw == ExpressionRoot.class && name.equals(TARGET)) {
			return target(place);
		}
		if (raw.isArray()) {
			checkProperty(place, raw, name, name.equals("length"));
			return null;
		}
		Type type = type(raw, name);
		checkProperty(place, raw, name, type != null || raw == Class.class);
		return (type != null) ? ResolvableType.forType(type, owner) : null;
	}

	// behind an interface may be any object
	private static @Nullable ResolvableType target(Place place) {
		Class<?> type = place.method().type();
		return type.isInterface() ? null : ResolvableType.forClass(type);
	}

	private void checkProperty(Place place, Class<?> owner, String name, boolean present) {
		if (present) {
			return;
		}
		String problem = "names " + name + ", which is no property of "
				+ ((owner == ExpressionRoot.class) ? "#root" : ClassUtils.getQualifiedName(owner));
		if (isExact(place, owner)) {
			throw place.invalid(problem, advice(owner));
		}
		warn(place, problem);
	}

	private static void warn(Place place, String problem) {
		logger.warn(place.problem(problem) + ". Calls fail whose argument is of no subclass that has it");
	}

	private @Nullable Type type(Class<?> owner, String name) {
		Method getter = findGetterForProperty(name, owner, false);
		if (getter != null) {
			return getter.getGenericReturnType();
		}
		Field field = findField(name, owner, false);
		return (field != null) ? field.getGenericType() : null;
	}

	private @Nullable ResolvableType method(Place place, ResolvableType owner, Class<?> raw,
			MethodReference reference) {
		int count = reference.getChildCount();
		List<Method> found = Stream.concat(Arrays.stream(raw.getMethods()), Arrays.stream(Object.class.getMethods()))
			.filter((method) -> method.getName().equals(reference.getName()))
			.filter((method) -> method.getParameterCount() == count || method.isVarArgs())
			.toList();
		if (found.isEmpty()) {
			String problem = "calls " + reference.getName() + ((count == 0) ? "()" : " with " + count + " arguments")
					+ ", which is no method of "
					+ ((raw == ExpressionRoot.class) ? "#root" : ClassUtils.getQualifiedName(raw));
			if (isExact(place, raw)) {
				throw place.invalid(problem, METHOD_ADVICE);
			}
			warn(place, problem);
		}
		Set<Type> types = new HashSet<>();
		found.stream()
			.filter((method) -> !method.isBridge())
			.forEach((method) -> types.add(method.getGenericReturnType()));
		return (types.size() == 1) ? ResolvableType.forType(types.iterator().next(), owner) : null;
	}

	private static @Nullable ResolvableType element(ResolvableType owner, Class<?> raw) {
		if (raw.isArray()) {
			return owner.getComponentType();
		}
		if (Map.class.isAssignableFrom(raw)) {
			return owner.as(Map.class).getGeneric(1);
		}
		return Collection.class.isAssignableFrom(raw) ? owner.as(Collection.class).getGeneric() : null;
	}

	// no subclass is meant
	private static boolean isExact(Place place, Class<?> owner) {
		return Modifier.isFinal(owner.getModifiers()) || owner.isEnum() || owner.isArray()
				|| Map.class.isAssignableFrom(owner) || Collection.class.isAssignableFrom(owner)
				|| owner == place.method().type() || EntryKey.isKeyType(ResolvableType.forClass(owner));
	}

	private static String advice(Class<?> owner) {
		if (owner == ExpressionRoot.class) {
			return "#root has " + String.join(", ", MethodExpressions.PROPERTIES);
		}
		return "Use one of its properties (" + String.join(", ", KeyAdvice.properties(owner).keySet())
				+ "), or a method of it without arguments";
	}

	/**
	 * Place of an expression, for messages.
	 *
	 * @param method the method
	 * @param attribute the attribute
	 * @param text the expression
	 */
	record Place(AnnotatedMethod method, String attribute, String text) {

		String problem(String problem) {
			return "On " + this.method.description() + " the expression '" + this.text + "' in the attribute '"
					+ this.attribute + "' of @StampedeProtected " + problem;
		}

		InvalidStampedeProtectedException invalid(String problem, String action) {
			return this.method.invalid(
					"the expression '" + this.text + "' in the attribute '" + this.attribute + "' " + problem, action);
		}

	}

}
