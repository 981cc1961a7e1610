package dev.stampede.interceptor;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.core.NativeDetector;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.expression.ParseException;
import org.springframework.expression.TypeConverter;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeConverter;

/**
 * Parser of the expressions of a method. It checks them, so that none of them can name
 * something that is not there.
 */
final class MethodExpressions extends CachedExpressionEvaluator {

	private static final String KEY = "key";

	private static final TypeConverter CONVERTER = new StandardTypeConverter();

	private static final TypeDescriptor BOOLEAN = TypeDescriptor.valueOf(Boolean.class);

	private static final Pattern SINGLE_VARIABLE = Pattern.compile("\\s*#([\\w$]+)\\s*");

	private static final Pattern PROPERTY = Pattern
		.compile("\\s*#([\\w$]+)\\.([A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*)\\s*");

	static final Set<String> ROOTS = Set.of("root", "this");

	static final List<String> PROPERTIES = List.of("method", "methodName", "args", "target", "targetClass");

	private static final Pattern VARIABLE = Pattern.compile("#([\\w$]+)");

	// compiled once they have proved to be of one type; an image cannot load new classes
	private final SpelExpressionParser paths = new SpelExpressionParser(new SpelParserConfiguration(
			NativeDetector.inNativeImage() ? SpelCompilerMode.OFF : SpelCompilerMode.MIXED, null));

	private final ExpressionTypes types;

	private final StandardEvaluationContext delegates = new StandardEvaluationContext();

	MethodExpressions(BeanFactory beanFactory) {
		this.types = new ExpressionTypes(beanFactory::containsBean);
		this.delegates.setBeanResolver(new BeanFactoryResolver(beanFactory));
	}

	MethodKey key(AnnotatedMethod method, String text) {
		MethodExpression expression = compile(method, KEY, text);
		Matcher single = SINGLE_VARIABLE.matcher(text);
		int index = single.matches() ? method.parameterIndex(single.group(1)) : -1;
		return (index >= 0) ? MethodKey.argument(index) : property(method, text, expression);
	}

	private MethodKey property(AnnotatedMethod method, String text, MethodExpression whole) {
		Matcher property = PROPERTY.matcher(text);
		boolean simple = property.matches() && !ROOTS.contains(property.group(1));
		int index = simple ? method.parameterIndex(property.group(1)) : -1;
		return (index >= 0) ? new PropertyKey(index, this.paths.parseRaw(property.group(2)), this.delegates, whole)
				: whole;
	}

	MethodExpression compile(AnnotatedMethod method, String attribute, String text) {
		SpelExpression expression = parse(method, attribute, text);
		checkVariables(method, attribute, text, expression.getAST());
		checkProperty(method, attribute, text, expression.getAST());
		if (!NativeDetector.inNativeImage()) { // checked when the image was built
			checkTypes(new ExpressionTypes.Place(method, attribute, text), expression.getAST());
		}
		return new MethodExpression(attribute, expression, method.method(), method.description(),
				new KnownNames(method.parameterNames()), this.delegates);
	}

	private void checkTypes(ExpressionTypes.Place place, SpelNode expression) {
		if (place.attribute().equals(KEY)) {
			this.types.checkKey(place, expression);
			return;
		}
		ResolvableType type = this.types.check(place, expression);
		Class<?> raw = (type != null) ? type.resolve(Object.class) : Object.class;
		if (raw != Object.class && !CONVERTER.canConvert(TypeDescriptor.valueOf(raw), BOOLEAN)) {
			throw place.invalid("gives a " + raw.getSimpleName() + ", which is neither true nor false",
					"Compare it with something, as in \"" + place.text() + " == ...\"");
		}
	}

	private SpelExpression parse(AnnotatedMethod method, String attribute, String text) {
		try {
			return (SpelExpression) parseExpression(text);
		}
		catch (ParseException | IllegalStateException ex) {
			throw method.invalid(
					"the expression '" + text + "' in the attribute '" + attribute + "' is no SpEL expression: "
							+ ex.getMessage(),
					"Mend the expression. The attribute is always SpEL, without #{ and }; a fixed text needs quotes "
							+ "of its own, as in \"'all'\"",
					ex);
		}
	}

	private void checkVariables(AnnotatedMethod method, String attribute, String text, SpelNode node) {
		if (node instanceof VariableReference || node instanceof FunctionReference) {
			Matcher name = VARIABLE.matcher(node.toStringAST());
			if (name.find() && !isKnown(method, attribute, name.group(1))) {
				throw method.invalid("the expression '" + text + "' in the attribute '" + attribute + "' names #"
						+ name.group(1) + ", which is no parameter of the method", advice(method, attribute));
			}
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			checkVariables(method, attribute, text, node.getChild(i));
		}
	}

	// a name without # is a property of #root, though rarely meant as one
	private static void checkProperty(AnnotatedMethod method, String attribute, String text, SpelNode node) {
		SpelNode first = (node instanceof CompoundExpression) ? node.getChild(0) : node;
		if (first instanceof PropertyOrFieldReference property && !PROPERTIES.contains(property.getName())) {
			String name = property.getName();
			throw method.invalid(
					"the expression '" + text + "' in the attribute '" + attribute + "' names " + name
							+ ", which is no property of #root",
					"Write '" + name + "', with quotes of its own, for a fixed text, or #" + name
							+ " for a parameter; #root has " + String.join(", ", PROPERTIES));
		}
	}

	private static boolean isKnown(AnnotatedMethod method, String attribute, String variable) {
		return ROOTS.contains(variable) || (attribute.equals("unless") && variable.equals(MethodExpression.RESULT))
				|| method.parameterIndex(variable) >= 0;
	}

	private static String advice(AnnotatedMethod method, String attribute) {
		if (method.parameterNames() == null && method.method().getParameterCount() > 0) {
			return "The class was compiled without parameter names: compile it with -parameters, or use #p0 for the "
					+ "first parameter, #p1 for the second, and so on";
		}
		Set<String> known = new TreeSet<>();
		@Nullable String[] names = method.parameterNames();
		if (names != null) {
			Arrays.stream(names).map((name) -> "#" + name).forEach(known::add);
		}
		for (int i = 0; i < method.method().getParameterCount(); i++) {
			known.add("#p" + i);
		}
		known.add("#root");
		if (attribute.equals("unless")) {
			known.add("#" + MethodExpression.RESULT);
		}
		return "Use one of " + String.join(", ", known);
	}

	/**
	 * Names found at the start, perhaps on the interface method.
	 *
	 * @param names the names, or null if unknown
	 */
	@SuppressWarnings("ArrayRecordComponent") // never compared
	private record KnownNames(@Nullable String @Nullable [] names) implements ParameterNameDiscoverer {

		@Override
		public @Nullable String @Nullable [] getParameterNames(Method method) {
			return this.names;
		}

		@Override
		public @Nullable String @Nullable [] getParameterNames(Constructor<?> constructor) {
			return null;
		}

	}

}
