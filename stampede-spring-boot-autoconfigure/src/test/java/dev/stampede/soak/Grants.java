package dev.stampede.soak;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;

import dev.stampede.store.Acquisition;
import dev.stampede.store.EntryStore;
import dev.stampede.store.StoreCommand;

/**
 * Counts what entitles a member to read the source, as the store says it: a lock that was
 * won, or a look-up or acquire that got no answer. There may never be more reads.
 */
final class Grants implements BeanPostProcessor, MethodInterceptor {

	private final AtomicLong count = new AtomicLong();

	long count() {
		return this.count.get();
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
		@Nullable Object[] arguments = invocation.getArguments();
		boolean asks = arguments.length == 1
				&& (arguments[0] instanceof StoreCommand.Acquire || arguments[0] instanceof StoreCommand.Read);
		if (!asks) {
			return invocation.proceed();
		}
		try {
			Object reply = invocation.proceed();
			if (reply instanceof CompletionStage<?> stage) {
				return stage.whenComplete((answer, failure) -> count(answer, failure != null));
			}
			count(reply, false);
			return reply;
		}
		catch (RuntimeException ex) {
			count(null, true);
			throw ex;
		}
	}

	private void count(@Nullable Object reply, boolean failed) {
		if (failed || (reply instanceof Acquisition acquisition && acquisition.outcome() == Acquisition.Outcome.WON)) {
			this.count.incrementAndGet();
		}
	}

}
