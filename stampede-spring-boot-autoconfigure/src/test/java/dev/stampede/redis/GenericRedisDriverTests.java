package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.aopalliance.intercept.MethodInterceptor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TcpRelay;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

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
