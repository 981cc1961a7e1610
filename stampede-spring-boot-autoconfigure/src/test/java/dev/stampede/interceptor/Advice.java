package dev.stampede.interceptor;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

import dev.stampede.policy.PolicyResolver;

/**
 * Makes proxies by hand.
 */
final class Advice {

	final RecordingEngine engine = new RecordingEngine();

	final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	final ProtectedMethods methods = new ProtectedMethods(new MethodChecks(
			new AnnotationSettings(this.beanFactory::resolveEmbeddedValue), new MethodExpressions(this.beanFactory)));

	private final StampedeInterceptor interceptor = new StampedeInterceptor(this.methods, new Protection(
			() -> this.engine, CodecOnlyStore::new, PolicyResolver::builtIn, () -> (method, policies, store) -> {
				throw new IllegalStateException("no @Cacheable here");
			}));

	@SuppressWarnings("unchecked") // a proxy is of the class of its target
	<T> T proxy(T target) {
		return (T) proxy(target, true);
	}

	<T> T interfaceProxy(Object target, Class<T> type) {
		return type.cast(proxy(target, false));
	}

	private Object proxy(Object target, boolean targetClass) {
		ProxyFactory factory = new ProxyFactory(target);
		factory.setProxyTargetClass(targetClass);
		factory.addAdvisor(new DefaultPointcutAdvisor(StampedeProtectedBeanPostProcessor.pointcut(), this.interceptor));
		return factory.getProxy();
	}

}
