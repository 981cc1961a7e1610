package dev.stampede.interceptor;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * Root object of expressions, {@code #root}.
 *
 * @param method the method called
 * @param methodName its name
 * @param args the arguments
 * @param target the object behind the proxy
 * @param targetClass the class of the object
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ExpressionRoot(Method method, String methodName, @Nullable Object[] args, @Nullable Object target,
		Class<?> targetClass) {

}
