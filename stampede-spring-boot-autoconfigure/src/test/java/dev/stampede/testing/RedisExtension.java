package dev.stampede.testing;

import java.util.UUID;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a {@link TestRedis} to constructors, life cycle methods and test methods. The
 * server behind it is, in this order: the one named by the system property
 * {@code dev.stampede.test.redis}; a container, if Docker answers; a program from the
 * {@code PATH}; the embedded one. It starts with the first test that asks and stops after
 * the last.
 */
public final class RedisExtension implements ParameterResolver {

	private static final Namespace NAMESPACE = Namespace.create(RedisExtension.class);

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == TestRedis.class;
	}

	@Override
	public TestRedis resolveParameter(ParameterContext parameter, ExtensionContext context) {
		Store root = context.getRoot().getStore(NAMESPACE);
		SharedRedis server = root.computeIfAbsent(SharedRedis.class, (type) -> SharedRedis.open(), SharedRedis.class);
		ExtensionContext testClass = outermostClass(context);
		return testClass.getStore(NAMESPACE)
			.computeIfAbsent(TestRedis.class, (type) -> new TestRedis(server, keyPrefix(testClass)), TestRedis.class);
	}

	private static ExtensionContext outermostClass(ExtensionContext context) {
		ExtensionContext current = context;
		while (current.getParent().isPresent() && !current.getParent().get().equals(context.getRoot())) {
			current = current.getParent().get();
		}
		return current;
	}

	private static String keyPrefix(ExtensionContext testClass) {
		String unique = UUID.randomUUID().toString().substring(0, 8);
		return testClass.getRequiredTestClass().getSimpleName() + "-" + unique + ":";
	}

}
