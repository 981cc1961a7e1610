package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.aopalliance.intercept.MethodInterceptor;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.Subscription;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TcpRelay;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Subscriptions through a factory of which only Spring's interfaces are known.
 */
@ExtendWith(RedisExtension.class)
@Timeout(120)
class GenericRedisDriverTests {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	private final TestRedis redis;

	GenericRedisDriverTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void subscriptionThatIsClosedBeforeItStandsBlocksNoThreadOfTheDriver() throws Exception {
		try (TcpRelay relay = TcpRelay.to(this.redis.host(), this.redis.port())) {
			LettuceConnectionFactory application = new LettuceConnectionFactory(relay.host(), relay.port());
			application.afterPropertiesSet();
			application.start();
			try (RedisDriver driver = RedisDrivers.derive(wrapped(application), null, Duration.ofSeconds(5),
					Thread::new)) {
				byte[] channel = this.redis.key("channel").getBytes(StandardCharsets.UTF_8);
				RedisDriver.Listening listening = driver.listen(channel, (message) -> {
				}, (state) -> {
				});
				Thread closing = new Thread(listening::close);
				relay.on((request) -> request.contains("SUBSCRIBE")).before(() -> {
					closing.start();
					Awaitility.await().atMost(LIMIT).until(() -> waits(closing));
				});
				FutureTask<Boolean> running = new FutureTask<>(listening::run);
				new Thread(running).start();
				running.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
				Awaitility.await().atMost(LIMIT).until(() -> closing.getState() != Thread.State.NEW);
				closing.join(LIMIT.toMillis());
				assertThat(closing.isAlive()).isFalse();
			}
			application.destroy();
		}
	}

	@Test
	void connectionIsClosedThoughItsSubscriptionDoesNotEndWell() throws Exception {
		LettuceConnectionFactory application = new LettuceConnectionFactory(this.redis.host(), this.redis.port());
		application.afterPropertiesSet();
		application.start();
		AtomicInteger closed = new AtomicInteger();
		RedisConnectionFactory failing = proxy(RedisConnectionFactory.class, application,
				(made) -> (made instanceof RedisConnection connection) ? failing(connection, closed) : made);
		try (RedisDriver driver = RedisDrivers.derive(failing, null, Duration.ofSeconds(5), Thread::new)) {
			byte[] channel = this.redis.key("channel").getBytes(StandardCharsets.UTF_8);
			CountDownLatch stands = new CountDownLatch(1);
			RedisDriver.Listening listening = driver.listen(channel, (message) -> {
			}, (state) -> stands.countDown());
			listening.run();
			assertThat(stands.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
			int before = closed.get();
			assertThatIllegalStateException().isThrownBy(listening::close);
			assertThat(closed).hasValue(before + 1);
		}
		application.destroy();
	}

	private static RedisConnection failing(RedisConnection connection, AtomicInteger closed) {
		ProxyFactory proxy = new ProxyFactory();
		proxy.setInterfaces(RedisConnection.class);
		proxy.setTarget(connection);
		proxy.addAdvice((MethodInterceptor) (invocation) -> {
			if (invocation.getMethod().getName().equals("close")) {
				closed.incrementAndGet();
			}
			Object result = invocation.proceed();
			return (result instanceof Subscription subscription) ? failing(subscription) : result;
		});
		return (RedisConnection) proxy.getProxy();
	}

	private static Subscription failing(Subscription subscription) {
		ProxyFactory proxy = new ProxyFactory();
		proxy.setInterfaces(Subscription.class);
		proxy.setTarget(subscription);
		proxy.addAdvice((MethodInterceptor) (invocation) -> {
			if (invocation.getMethod().getName().equals("unsubscribe")) {
				throw new IllegalStateException("has just ended");
			}
			return invocation.proceed();
		});
		return (Subscription) proxy.getProxy();
	}

	private static <T> T proxy(Class<T> type, T target, UnaryOperator<@Nullable Object> results) {
		ProxyFactory proxy = new ProxyFactory();
		proxy.setInterfaces(type);
		proxy.setTarget(target);
		proxy.addAdvice((MethodInterceptor) (invocation) -> results.apply(invocation.proceed()));
		return type.cast(proxy.getProxy());
	}

	private static boolean waits(Thread thread) {
		return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING
				|| thread.getState() == Thread.State.TERMINATED;
	}

	private static RedisConnectionFactory wrapped(LettuceConnectionFactory factory) {
		ProxyFactory proxy = new ProxyFactory(factory);
		proxy.addAdvice((MethodInterceptor) (invocation) -> invocation.proceed());
		return (RedisConnectionFactory) proxy.getProxy();
	}

}
