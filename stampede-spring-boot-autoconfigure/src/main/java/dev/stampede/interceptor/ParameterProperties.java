package dev.stampede.interceptor;

import java.beans.PropertyDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.support.ReflectivePropertyAccessor;
import org.springframework.util.ClassUtils;

/**
 * Finder of properties of parameters that cannot exist: those that a final class, such as
 * a record, does not have. Another type may have a subclass that has them.
 */
final class ParameterProperties extends ReflectivePropertyAccessor {

	/**
	 * Checks an expression.
	 * @param method the method that it is of
	 * @param attribute the attribute that it is of
	 * @param text the expression
	 * @param node the part of it to look at, and at the parts below
	 * @throws InvalidStampedeProtectedException if it names a property that cannot be
	 * there
	 */
	void check(AnnotatedMethod method, String attribute, String text, SpelNode node) {
		if (node instanceof CompoundExpression && node.getChild(0) instanceof VariableReference variable) {
			int index = method.parameterIndex(variable.toStringAST().substring(1));
			Class<?> type = (index >= 0) ? method.parameter(index).resolve() : null;
			for (int i = 1; i < node.getChildCount() && type != null && isClosed(type)
					&& node.getChild(i) instanceof PropertyOrFieldReference property; i++) {
				Class<?> owner = ClassUtils.resolvePrimitiveIfNecessary(type);
				type = type(owner, property.getName());
				if (type == null) {
					throw method.invalid(
							"the expression '" + text + "' in the attribute '" + attribute + "' names "
									+ property.getName() + ", which is no property of " + owner.getName(),
							advice(owner));
				}
			}
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			check(method, attribute, text, node.getChild(i));
		}
	}

	private static boolean isClosed(Class<?> type) {
		return Modifier.isFinal(type.getModifiers()) && !type.isArray() && type != Optional.class;
	}

	private static String advice(Class<?> owner) {
		Stream<String> known = owner.isRecord()
				? Arrays.stream(owner.getRecordComponents()).map(RecordComponent::getName)
				: Arrays.stream(BeanUtils.getPropertyDescriptors(owner))
					.map(PropertyDescriptor::getName)
					.filter((name) -> !name.equals("class"));
		return "Use one of its properties (" + known.collect(Collectors.joining(", "))
				+ "), or a method of it without arguments";
	}

	private @Nullable Class<?> type(Class<?> owner, String name) {
		Method getter = findGetterForProperty(name, owner, false);
		if (getter != null) {
			return getter.getReturnType();
		}
		Field field = findField(name, owner, false);
		return (field != null) ? field.getType() : null;
	}

}
