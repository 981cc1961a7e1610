package dev.stampede.autoconfigure;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.stampede.OnLose;
import dev.stampede.StampedeException;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that whoever follows the advice about a misused annotation gets an application
 * that starts and protects.
 */
@ExtendWith(RedisExtension.class)
class FollowedAdviceTests {

	private static final String MISUSES = "dev.stampede.interceptor.InvalidAnnotationTests$";

	private static final String OURS = FollowedAdviceTests.class.getName() + "$";

	private final TestRedis redis;

	private final String id = UUID.randomUUID().toString();

	FollowedAdviceTests(TestRedis redis) {
		this.redis = redis;
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			FinalMethod       | Remove the word                          | OpenMethod
			FinalMethod       | StampedeOperations in the method         | Operations
			PrivateMethod     | Remove the word                          | OpenMethod
			StaticMethod      | Remove the word                          | OpenMethod
			VoidMethod        | a method that returns a value            | OpenMethod
			StreamMethod      | a list                                   | ListMethod
			InputStreamMethod | a byte array                             | BytesMethod
			IteratorMethod    | a list                                   | ListMethod
			OptionalStream    | a list                                   | NestedListMethod
			FutureMethod      | Return a CompletableFuture               | StageMethod
			PublisherMethod   | a Mono                                   | MonoMethod
			NestedFuture      | Return a CompletableFuture               | StageMethod
			VoidFuture        | a method that returns a value            | StageMethod
			RawMono           | such as Mono<Price>                      | MonoMethod
			FluxOfStreams     | a list                                   | FluxMethod
			UnparsableKey     | without #{ and }                         | PlainKey
			UnknownVariable   | #id, #p0                                 | PlainKey
			ResultInKey       | #id, #p0                                 | IndexKey
			IndexTooHigh      | #id, #p0                                 | IndexKey
			UnknownCondition  | #id                                      | Condition
			UnknownUnless     | #result                                  | Unless
			Nested            | #p0                                      | NestedKey
			OpenObject        | key = "#any.id"                          | KeyOfAny
			OpenClass         | key = "#filter.id"                       | KeyOfFilter
			OpenList          | a type with value semantics, such as a text | OpenMethod
			ZeroTtl           | as in 5000                               | Ttl
			NegativeLock      | as in 5000                               | LockTtl
			ZeroText          | a text such as 5s                        | TtlText
			NegativeStale     | 5s, PT5S                                 | StaleText
			NoTime            | a text such as 5s                        | TtlText
			BareText          | Write 'all', with quotes of its own      | FixedKey
			BareProperty      | #id for a parameter                      | PlainKey
			Twins             | Keep one of the two                      | Ttl
			NoFallback        | (String)                                 | WithFallback
			OtherParameters   | (String)                                 | WithFallback
			OtherType         | same return type                         | WithFallback
			OtherGenerics     | same return type                         | WithFallback
			PrivateFallback   | package-private                          | WithFallback
			SpecificOnly      | a parameter of type Throwable            | WithReason
			ForeignReason     | a StampedeException or a Throwable       | WithOurReason
			BesideCachePut    | Move one of the two annotations to another method | PutApart
			BesideCacheEvict  | Move one of the two annotations to another method | EvictApart
			SeveralCacheables | it may name several caches               | TwoNames
			FutureOfCacheable | Remove @Cacheable                        | StageMethod
			KeyOfItsOwn       | Move key to @Cacheable                   | KeyAtCacheable
			UnlessOfItsOwn    | Move unless to @Cacheable                | UnlessAtCacheable
			ConditionOfItsOwn | Move condition to @Cacheable             | ConditionAtCacheable
			NameOfItsOwn      | Name the cache at @Cacheable only        | NameAtCacheable
			IllegalName       | @StampedeProtected(cacheName = "         | Named
			SeveralNames      | @StampedeProtected(cacheName = "         | Named
			NothingCovered    | a method that returns a value            | OpenMethod
			First$Service+Second$Service | @StampedeProtected(cacheName = " | Named
			FinalClass        | Open the class                           | OpenMethod
			LongLock          | lockTtl = 60000 (or less) in the annotation | ShortLock
			AnyValue          | Declare the concrete type                | OpenMethod
			TtlBesideCacheable | Remove ttl and staleTtl from the annotation | NameAtCacheable
			StaleBesideCacheable | onLose = OnLose.POLL                  | PollBesideCacheable
			""")
	void adviceWorks(String misuse, String advice, String followed) {
		analyze(misuse, advice);
		application(followed).run((context) -> {
			assertThat(context).hasNotFailed();
			Followed bean = context.getBean(Followed.class);
			Object first = call(bean);
			assertThat(call(bean)).isEqualTo(first);
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					LongLock | stampede.caches.[LongLock.find].lock-max-hold=120000ms (or more) | stampede.caches.[LongLock.find].lock-max-hold=120000ms
					AnyValue | stampede.caches.[AnyValue.find].serializer | stampede.caches.[AnyValue.find].serializer=java
					""")
	void adviceToSetAPropertyInsteadWorks(String misuse, String advice, String property) {
		analyze(misuse, advice);
		application(misuse).withPropertyValues(property)
			.withBean("java", RedisSerializer.class, RedisSerializer::java)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				Followed bean = context.getBean(Followed.class);
				assertThat(call(bean)).isEqualTo(call(bean));
			});
	}

	private void analyze(String misuse, String advice) {
		application(misuse.split("\\+")).run((context) -> {
			FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).startsWith("@StampedeProtected on ").contains(".find(");
			assertThat(analysis.getAction()).contains(advice);
		});
	}

	private ApplicationContextRunner application(String... types) {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withUserConfiguration(Caching.class)
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s");
		for (String name : types) {
			boolean ours = ClassUtils.isPresent(OURS + name, getClass().getClassLoader());
			runner = runner.withBean(ClassUtils.resolveClassName((ours ? OURS : MISUSES) + name, null));
		}
		return runner;
	}

	private Object call(Followed bean) {
		Method find = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(bean.getClass()))
			.filter((method) -> method.getName().equals("find"))
			.findFirst()
			.orElseThrow();
		ReflectionUtils.makeAccessible(find);
		Object argument = (find.getParameterTypes()[0] == String.class) ? this.id : new Identified(this.id);
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

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		ConcurrentMapCacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	record Identified(String id) {

	}

	/** A bean of which each read gives another value. */
	static class Followed {

		private final AtomicInteger reads = new AtomicInteger();

		String read() {
			return "read " + this.reads.incrementAndGet();
		}

	}

	static class OpenMethod extends Followed {

		@StampedeProtected
		String find(String id) {
			return read();
		}

	}

	static class ListMethod extends Followed {

		@StampedeProtected
		List<String> find(String id) {
			return List.of(read());
		}

	}

	static class NestedListMethod extends Followed {

		@StampedeProtected
		List<List<String>> find(String id) {
			return List.of(List.of(read()));
		}

	}

	static class BytesMethod extends Followed {

		@StampedeProtected
		byte[] find(String id) {
			return read().getBytes(StandardCharsets.UTF_8);
		}

	}

	static class StageMethod extends Followed {

		@StampedeProtected
		CompletableFuture<String> find(String id) {
			return CompletableFuture.completedFuture(read());
		}

	}

	static class MonoMethod extends Followed {

		@StampedeProtected
		Mono<String> find(String id) {
			return Mono.fromSupplier(this::read);
		}

	}

	static class FluxMethod extends Followed {

		@StampedeProtected
		Flux<List<String>> find(String id) {
			return Mono.fromSupplier(() -> List.of(read())).flux();
		}

	}

	static class PlainKey extends Followed {

		@StampedeProtected(key = "#id")
		String find(String id) {
			return read();
		}

	}

	static class IndexKey extends Followed {

		@StampedeProtected(key = "#p0")
		String find(String id) {
			return read();
		}

	}

	static class FixedKey extends Followed {

		@StampedeProtected(key = "'all'")
		String find(String id) {
			return read();
		}

	}

	static class NestedKey extends Followed {

		@StampedeProtected(key = "{#id, {1, #id + (#p0)}}")
		String find(String id) {
			return read();
		}

	}

	static class Condition extends Followed {

		@StampedeProtected(condition = "#id != null")
		String find(String id) {
			return read();
		}

	}

	static class Unless extends Followed {

		@StampedeProtected(unless = "#result == null")
		String find(String id) {
			return read();
		}

	}

	static class KeyOfAny extends Followed {

		@StampedeProtected(key = "#any.id")
		String find(Identified any) {
			return read();
		}

	}

	static class KeyOfFilter extends Followed {

		@StampedeProtected(key = "#filter.id")
		String find(Identified filter) {
			return read();
		}

	}

	static class Ttl extends Followed {

		@StampedeProtected(ttl = 5000)
		String find(String id) {
			return read();
		}

	}

	static class LockTtl extends Followed {

		@StampedeProtected(lockTtl = 5000)
		String find(String id) {
			return read();
		}

	}

	static class TtlText extends Followed {

		@StampedeProtected(ttlString = "5s")
		String find(String id) {
			return read();
		}

	}

	static class StaleText extends Followed {

		@StampedeProtected(staleTtlString = "PT5S")
		String find(String id) {
			return read();
		}

	}

	static class ShortLock extends Followed {

		@StampedeProtected(lockTtl = 60_000)
		String find(String id) {
			return read();
		}

	}

	static class Named extends Followed {

		@StampedeProtected(cacheName = "followed")
		String find(String id) {
			return read();
		}

	}

	static class WithFallback extends Followed {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return read();
		}

		String late(String id) {
			return "late";
		}

	}

	static class WithReason extends Followed {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return read();
		}

		String late(String id, Throwable reason) {
			return "late";
		}

	}

	static class WithOurReason extends Followed {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return read();
		}

		String late(String id, StampedeException reason) {
			return "late";
		}

	}

	static class KeyAtCacheable extends Followed {

		@StampedeProtected
		@Cacheable(cacheNames = "a", key = "#id")
		String find(String id) {
			return read();
		}

	}

	static class UnlessAtCacheable extends Followed {

		@StampedeProtected
		@Cacheable(cacheNames = "a", unless = "#result.empty")
		String find(String id) {
			return read();
		}

	}

	static class ConditionAtCacheable extends Followed {

		@StampedeProtected
		@Cacheable(cacheNames = "a", condition = "!#id.empty")
		String find(String id) {
			return read();
		}

	}

	static class NameAtCacheable extends Followed {

		@StampedeProtected
		@Cacheable("a")
		String find(String id) {
			return read();
		}

	}

	static class TwoNames extends Followed {

		@StampedeProtected
		@Cacheable({ "a", "b" })
		String find(String id) {
			return read();
		}

	}

	static class PollBesideCacheable extends Followed {

		@StampedeProtected(onLose = OnLose.POLL)
		@Cacheable("a")
		String find(String id) {
			return read();
		}

	}

	static class PutApart extends Followed {

		@StampedeProtected
		String find(String id) {
			return read();
		}

		@CachePut("a")
		String replace(String id) {
			return id;
		}

	}

	static class EvictApart extends Followed {

		@StampedeProtected
		String find(String id) {
			return read();
		}

		@CacheEvict("a")
		void forget(String id) {
		}

	}

	static class Operations extends Followed {

		private final StampedeOperations operations;

		Operations(StampedeOperations operations) {
			this.operations = operations;
		}

		Object find(String id) throws Exception {
			return Objects.requireNonNull(this.operations.<String>get("operations", id, String.class, this::read));
		}

	}

	static final class FinalClass extends Followed {

		@StampedeProtected
		String find(String id) {
			return read();
		}

	}

	static class LongLock extends Followed {

		@StampedeProtected(lockTtl = 120_000)
		String find(String id) {
			return read();
		}

	}

	static class AnyValue extends Followed {

		@StampedeProtected
		Object find(String id) {
			return read();
		}

	}

	static class TtlBesideCacheable extends Followed {

		@StampedeProtected(ttl = 5000)
		@Cacheable("a")
		String find(String id) {
			return read();
		}

	}

	static class StaleBesideCacheable extends Followed {

		@StampedeProtected(onLose = OnLose.SERVE_STALE)
		@Cacheable("a")
		String find(String id) {
			return read();
		}

	}

}
