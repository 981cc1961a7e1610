package dev.stampede.interceptor;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.standard.SpelExpression;

/**
 * Key that is a property of one argument. It is evaluated on that argument alone, with no
 * context made for the call.
 *
 * @param index the index of the argument
 * @param path the properties that lead from the argument to the key
 * @param context knows how properties are read
 * @param whole the whole expression, which tells why it fails
 */
record PropertyKey(int index, SpelExpression path, EvaluationContext context,
		MethodExpression whole) implements MethodKey {

	@Override
	public @Nullable Object of(MethodInvocation invocation) {
		try {
			return this.path.getValue(this.context, invocation.getArguments()[this.index]);
		}
		catch (RuntimeException ex) {
			return this.whole.of(invocation);
		}
	}

}
