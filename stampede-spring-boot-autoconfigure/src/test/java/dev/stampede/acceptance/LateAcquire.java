package dev.stampede.acceptance;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;

import dev.stampede.store.EntryStore;
import dev.stampede.store.StoreCommand;

/**
 * Gate for the callers of a context that have missed, before they ask for the lock.
 */
final class LateAcquire implements BeanPostProcessor, MethodInterceptor {

	private final CountDownLatch missed = new CountDownLatch(1);

	private final CountDownLatch gate = new CountDownLatch(1);

	/**
	 * Waits until a caller has missed.
	 */
	void awaitMiss() throws InterruptedException {
		await(this.missed);
	}

	/**
	 * Lets callers ask for the lock.
	 */
	void resume() {
		this.gate.countDown();
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!(bean instanceof EntryStore)) {
			return bean;
		}
		ProxyFactory proxy = new ProxyFactory(bean);
		proxy.addAdvice(this);
		return proxy.getProxy();
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		if (invocation.getArguments().length == 1 && invocation.getArguments()[0] instanceof StoreCommand.Acquire) {
			this.missed.countDown();
			await(this.gate);
		}
		return invocation.proceed();
	}

	private static void await(CountDownLatch latch) throws InterruptedException {
		if (!latch.await(10, TimeUnit.SECONDS)) {
			throw new IllegalStateException("What was waited for did not happen");
		}
	}

}
