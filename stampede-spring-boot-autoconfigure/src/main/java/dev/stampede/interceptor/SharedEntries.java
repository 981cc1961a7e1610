package dev.stampede.interceptor;

import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.target.AbstractBeanFactoryBasedTargetSource;

/**
 * Table of the beans that keep entries by one annotation. Two beans of one class, or two
 * clients of one interface, would give each other their entries, so somebody must say
 * that this is meant.
 */
final class SharedEntries {

	/** The property that lists the caches whose entries beans may share. */
	static final String PROPERTY = "stampede.shared-caches";

	private final ConcurrentMap<Use, Owner> owners = new ConcurrentHashMap<>();

	private final Predicate<String> meant;

	/**
	 * Creates the table.
	 * @param meant whether the application says that the beans which use a cache share
	 * its entries
	 */
	SharedEntries(Predicate<String> meant) {
		this.meant = meant;
	}

	/**
	 * Adds a bean.
	 * @param beanName its name
	 * @param bean the bean
	 * @param methods its protected methods
	 * @throws InvalidStampedeProtectedException if another bean has the same entries
	 */
	void add(String beanName, Object bean, Collection<ProtectedMethod> methods) {
		Object target = target(bean);
		String ownerName = (target instanceof Advised advised
				&& advised.getTargetSource() instanceof AbstractBeanFactoryBasedTargetSource source)
						? source.getTargetBeanName() : beanName; // a pool of the other
																	// bean
		for (ProtectedMethod method : methods) {
			if (method.cacheable() == null && !this.meant.test(method.cacheName())) {
				Owner owner = this.owners.putIfAbsent(new Use(method.annotated(), method.cacheName()),
						new Owner(ownerName, target.getClass(), new WeakReference<>(target)));
				if (owner != null && !owner.is(ownerName, target)
						&& !method.tellsTargetsApart(owner.type == target.getClass())) {
					throw shared(method, beanName, owner.beanName);
				}
			}
		}
	}

	private static InvalidStampedeProtectedException shared(ProtectedMethod method, String beanName, String other) {
		String cacheName = method.cacheName();
		return new InvalidStampedeProtectedException(
				"@StampedeProtected on " + method.description() + " cannot work: the beans '" + other + "' and '"
						+ beanName + "' would share the entries of its cache '" + cacheName
						+ "', and nobody has said that they are the same",
				"If they give the same values, write " + PROPERTY + "=" + cacheName + ". If not, give each a cache of "
						+ "its own by a subclass or a sub-interface whose method has @StampedeProtected(cacheName = "
						+ "\"…\"), or put into the key what tells them apart, as in key = \"#root.target.region + #id\"",
				null);
	}

	private static Object target(Object bean) {
		Object target = bean;
		Object behind = AopProxyUtils.getSingletonTarget(bean);
		while (behind != null) {
			target = behind;
			behind = AopProxyUtils.getSingletonTarget(target);
		}
		return target;
	}

	/**
	 * An annotation and a cache.
	 *
	 * @param annotated the method or type that carries the annotation
	 * @param cacheName the cache
	 */
	private record Use(Object annotated, String cacheName) {

	}

	/**
	 * The bean that was first.
	 *
	 * @param beanName its name
	 * @param type its class
	 * @param target the object behind its proxies
	 */
	private record Owner(String beanName, Class<?> type, WeakReference<Object> target) {

		boolean is(String beanName, @Nullable Object target) {
			return this.beanName.equals(beanName) || this.target.refersTo(target);
		}

	}

}
