package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Table of the protected methods of the classes seen so far, found and checked once per
 * class.
 */
final class ProtectedMethods {

	private static final Log logger = LogFactory.getLog(ProtectedMethods.class);

	private final ConcurrentMap<Class<?>, Map<Method, ProtectedMethod>> types = new ConcurrentHashMap<>();

	private final AnnotatedMethods annotated = new AnnotatedMethods();

	private final MethodChecks checks;

	ProtectedMethods(MethodChecks checks) {
		this.checks = checks;
	}

	/**
	 * Returns the protected methods of a class.
	 * @param targetClass the class of the object behind the proxy
	 * @return the methods, by the method as implemented
	 * @throws InvalidStampedeProtectedException if one of them cannot be protected
	 */
	Map<Method, ProtectedMethod> of(Class<?> targetClass) {
		Map<Method, ProtectedMethod> known = this.types.get(targetClass);
		if (known != null) {
			return known;
		}
		Map<Method, ProtectedMethod> found = find(targetClass);
		Map<Method, ProtectedMethod> raced = this.types.putIfAbsent(targetClass, found);
		return (raced != null) ? raced : found;
	}

	/**
	 * Returns all methods found so far.
	 * @return the methods
	 */
	Collection<ProtectedMethod> known() {
		return this.types.values().stream().flatMap((methods) -> methods.values().stream()).distinct().toList();
	}

	@Nullable ProtectedMethod find(Method method, Class<?> targetClass) {
		return of(targetClass).get(AnnotatedMethods.specific(method, targetClass));
	}

	private Map<Method, ProtectedMethod> find(Class<?> targetClass) {
		Map<Method, ProtectedMethod> found = new LinkedHashMap<>();
		Map<String, InvalidStampedeProtectedException> skipped = new LinkedHashMap<>();
		List<String> covered = new ArrayList<>();
		List<AnnotatedMethod> candidates = this.annotated.find(targetClass);
		for (AnnotatedMethod method : candidates) {
			try {
				found.put(method.method(), this.checks.check(method));
				if (method.onType()) {
					covered.add(method.description());
				}
			}
			catch (InvalidStampedeProtectedException ex) {
				if (!method.onType()) {
					throw ex;
				}
				skipped.put(method.description(), ex);
			}
		}
		if (found.isEmpty() && !skipped.isEmpty()) {
			throw skipped.values().iterator().next();
		}
		if (!(covered.isEmpty() && skipped.isEmpty()) && logger.isInfoEnabled()) {
			logger.info("@StampedeProtected on the type " + ClassUtils.getShortName(candidates.get(0).type())
					+ " covers " + (covered.isEmpty() ? "no method" : String.join(", ", covered))
					+ (skipped.isEmpty() ? "" : "; it does not cover " + String.join(", ", skipped.keySet())));
			skipped.values().forEach((ex) -> logger.debug(ex.getMessage()));
		}
		return Map.copyOf(found);
	}

}
