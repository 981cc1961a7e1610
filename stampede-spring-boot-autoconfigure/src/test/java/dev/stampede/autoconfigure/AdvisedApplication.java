package dev.stampede.autoconfigure;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application of one bean, with its annotation misused, or as an advice has it.
 */
final class AdvisedApplication {

	private static final List<String> MISUSES = List.of("dev.stampede.interceptor.InvalidAnnotationTests$",
			"dev.stampede.interceptor.InvalidExpressionTests$");

	private final TestRedis redis;

	private final Class<?> test;

	private final String id = UUID.randomUUID().toString();

	AdvisedApplication(TestRedis redis, Class<?> test) {
		this.redis = redis;
		this.test = test;
	}

	ApplicationContextRunner of(String... types) {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class,
					StampedeCacheAutoConfiguration.class, DataRedisAutoConfiguration.class, AopAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s");
		for (String name : types) {
			runner = runner.withBean(find(name));
		}
		return runner;
	}

	private Class<?> find(String name) {
		return Stream.concat(Stream.of(this.test.getName() + "$"), MISUSES.stream())
			.map((outer) -> outer + name)
			.filter((type) -> ClassUtils.isPresent(type, this.test.getClassLoader()))
			.map((type) -> ClassUtils.resolveClassName(type, null))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("No class is called " + name));
	}

	void assertRefused(String misuse, String advice) {
		assertRefused(of(misuse.split("\\+", -1)), advice);
	}

	void assertRefused(ApplicationContextRunner application, String... advice) {
		application.run((context) -> {
			FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).startsWith("@StampedeProtected on ").contains(".find(");
			assertThat(analysis.getAction()).contains(advice);
		});
	}

	void assertProtects(ApplicationContextRunner application) {
		application.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBeansOfType(Followed.class).values()).isNotEmpty().allSatisfy((bean) -> {
				Object first = call(bean);
				assertThat(call(bean)).isEqualTo(first);
			});
		});
	}

	private Object call(Followed bean) {
		Method find = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(bean.getClass()))
			.filter((method) -> method.getName().equals("find"))
			.findFirst()
			.orElseThrow();
		ReflectionUtils.makeAccessible(find);
		Class<?> type = find.getParameterTypes()[0];
		Object argument = (type != String.class) ? made(type) : this.id;
		if (find.getParameterCount() == 2) {
			Resumed resumed = new Resumed(new CompletableFuture<>());
			Object result = ReflectionUtils.invokeMethod(find, bean, argument, resumed);
			return IntrinsicsKt.getCOROUTINE_SUSPENDED().equals(result) ? resumed.result.join()
					: Objects.requireNonNull(result);
		}
		Object result = ReflectionUtils.invokeMethod(find, bean, argument);
		if (result instanceof CompletableFuture<?> future) {
			return future.join();
		}
		if (result instanceof Mono<?> mono) {
			return Objects.requireNonNull(mono.block());
		}
		if (result instanceof Flux<?> flux) {
			return Objects.requireNonNull(flux.collectList().block());
		}
		return Objects.requireNonNull(result);
	}

	private Object made(Class<?> type) {
		try {
			return BeanUtils.instantiateClass(ReflectionUtils.accessibleConstructor(type, String.class), this.id);
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What goes on when a suspend function ends.
	 *
	 * @param result gets what the function gives
	 */
	private record Resumed(CompletableFuture<Object> result) implements Continuation<Object> {

		@Override
		public CoroutineContext getContext() {
			return EmptyCoroutineContext.INSTANCE;
		}

		@Override
		public void resumeWith(@Nullable Object outcome) {
			this.result.complete(Objects.requireNonNull(outcome));
		}

	}

}
