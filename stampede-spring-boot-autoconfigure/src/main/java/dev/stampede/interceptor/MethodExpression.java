package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.function.Consumer;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.util.ObjectUtils;

/**
 * A SpEL expression of one attribute of one method.
 *
 * @param attribute the attribute, for messages
 * @param expression the parsed expression
 * @param method the method that the parameters belong to
 * @param description the method, for messages
 * @param names knows the names of the parameters
 * @param delegates what all contexts share
 */
record MethodExpression(String attribute, SpelExpression expression, Method method, String description,
		ParameterNameDiscoverer names, StandardEvaluationContext delegates) implements MethodKey {

	static final String RESULT = "result";

	@Override
	public @Nullable Object of(MethodInvocation invocation) {
		return evaluate(invocation, Object.class, (context) -> {
		});
	}

	boolean holds(MethodInvocation invocation) {
		return Boolean.TRUE.equals(evaluate(invocation, Boolean.class, (context) -> {
		}));
	}

	boolean holds(MethodInvocation invocation, @Nullable Object result) {
		return Boolean.TRUE.equals(evaluate(invocation, Boolean.class, (context) -> {
			context.lookupVariable(RESULT); // loads the arguments, one may have this name
			context.setVariable(RESULT, ObjectUtils.unwrapOptional(result));
		}));
	}

	private <T> @Nullable T evaluate(MethodInvocation invocation, Class<T> type,
			Consumer<EvaluationContext> preparation) {
		try {
			EvaluationContext context = context(invocation);
			preparation.accept(context);
			return this.expression.getValue(context, type);
		}
		catch (RuntimeException ex) {
			throw new IllegalStateException(
					"The expression '" + this.expression.getExpressionString() + "' in the attribute '" + this.attribute
							+ "' of @StampedeProtected on " + this.description + " failed: " + ex.getMessage(),
					ex);
		}
	}

	private EvaluationContext context(MethodInvocation invocation) {
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? AopUtils.getTargetClass(target) : this.method.getDeclaringClass();
		ExpressionRoot root = new ExpressionRoot(this.method, this.method.getName(), invocation.getArguments(), target,
				targetClass);
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(root, this.method,
				invocation.getArguments(), this.names);
		this.delegates.applyDelegatesTo(context);
		return context;
	}

}
