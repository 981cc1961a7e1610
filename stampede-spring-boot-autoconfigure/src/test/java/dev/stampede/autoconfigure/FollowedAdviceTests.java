package dev.stampede.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import kotlin.Metadata;
import kotlin.ResultKt;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.stampede.OnLose;
import dev.stampede.StampedeException;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

/**
 * Tests that whoever follows the advice about a misused annotation gets an application
 * that starts and protects.
 */
@ExtendWith(RedisExtension.class)
class FollowedAdviceTests {

	private final AdvisedApplication advised;

	FollowedAdviceTests(TestRedis redis) {
		this.advised = new AdvisedApplication(redis, FollowedAdviceTests.class);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
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
					IllegalName       | @StampedeProtected(cacheName = "         | Named
					SeveralNames      | @StampedeProtected(cacheName = "         | Named
					NothingCovered    | a method that returns a value            | OpenMethod
					First$Service+Second$Service | @StampedeProtected(cacheName = " | Named
					FinalClass        | Open the class                           | OpenMethod
					LongLock          | lockTtl = 60000 (or less) in the annotation | ShortLock
					AnyValue          | Declare the concrete type                | OpenMethod
					UnusedFallback    | onLose = { OnLose.SERVE_STALE, OnLose.POLL, OnLose.RETURN_DEFAULT } | WithFallbackAfterPoll
					UnusedFallback    | or remove fallback                       | OpenMethod
					UnknownProperty   | one of its properties (id, place)        | KeyOfOrder
					UnknownProperty   | a method of it without arguments         | KeyOfText
					UnknownNested     | one of its properties (name)             | KeyOfOrder
					UnknownInCondition | one of its properties (blank, bytes, empty) | ConditionOfText
					WebAnswer         | a method that returns the content        | OpenMethod
					SuspendFunction   | StampedeOperations.getAsync in the function | OperationsInSuspendFunction
					""")
	void adviceWorks(String misuse, String advice, String followed) {
		this.advised.assertRefused(misuse, advice);
		this.advised.assertProtects(this.advised.of(followed));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					LongLock | stampede.caches.[LongLock.find].lock-max-hold=120000ms (or more) | stampede.caches.[LongLock.find].lock-max-hold=120000ms
					AnyValue | stampede.caches.[AnyValue.find].serializer | stampede.caches.[AnyValue.find].serializer=java
					""")
	void adviceToSetAPropertyInsteadWorks(String misuse, String advice, String property) {
		this.advised.assertRefused(misuse, advice);
		this.advised.assertProtects(this.advised.of(misuse)
			.withPropertyValues(property)
			.withBean("java", RedisSerializer.class, RedisSerializer::java));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			stampede.caches.[UnusedFallback.find].on-lose=RETURN_DEFAULT
			stampede.defaults.on-lose=RETURN_DEFAULT
			stampede.defaults.on-lose=RETURN_DEFAULT,stampede.caches.[UnusedFallback.find].on-lose=POLL
			""")
	void fallbackThatSomePlaceMakesUseOfIsAccepted(String properties) {
		this.advised.assertProtects(this.advised.of("UnusedFallback").withPropertyValues(properties.split(",", -1)));
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
		String find(Order any) {
			return read();
		}

	}

	static class KeyOfFilter extends Followed {

		@StampedeProtected(key = "#filter.id")
		String find(Order filter) {
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

		@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "late")
		String find(String id) {
			return read();
		}

		String late(String id) {
			return "late";
		}

	}

	static class WithReason extends Followed {

		@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "late")
		String find(String id) {
			return read();
		}

		String late(String id, Throwable reason) {
			return "late";
		}

	}

	static class WithOurReason extends Followed {

		@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "late")
		String find(String id) {
			return read();
		}

		String late(String id, StampedeException reason) {
			return "late";
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

	static class UnusedFallback extends Followed {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return read();
		}

		String late(String id) {
			return "late";
		}

	}

	static class WithFallbackAfterPoll extends Followed {

		@StampedeProtected(onLose = { OnLose.SERVE_STALE, OnLose.POLL, OnLose.RETURN_DEFAULT }, fallback = "late")
		String find(String id) {
			return read();
		}

		String late(String id) {
			return "late";
		}

	}

	record Place(String name) {

	}

	record Order(String id, Place place) {

		Order(String id) {
			this(id, new Place("place of " + id));
		}

	}

	static class UnknownProperty extends Followed {

		@StampedeProtected(key = "#order.idd")
		String find(Order order) {
			return read();
		}

	}

	static class UnknownNested extends Followed {

		@StampedeProtected(key = "{#order.id, #order.place?.town}")
		String find(Order order) {
			return read();
		}

	}

	static class UnknownInCondition extends Followed {

		@StampedeProtected(condition = "!#id.vacant")
		String find(String id) {
			return read();
		}

	}

	static class KeyOfOrder extends Followed {

		@StampedeProtected(key = "{#order.id, #order.place?.name}")
		String find(Order order) {
			return read();
		}

	}

	static class KeyOfText extends Followed {

		@StampedeProtected(key = "#order.toString")
		String find(Order order) {
			return read();
		}

	}

	static class ConditionOfText extends Followed {

		@StampedeProtected(condition = "!#id.empty")
		String find(String id) {
			return read();
		}

	}

	static class WebAnswer extends Followed {

		@StampedeProtected
		ResponseEntity<String> find(String id) {
			return ResponseEntity.ok(read());
		}

	}

	// as Kotlin's compiler makes a class with a suspend function
	@Metadata
	static class SuspendFunction extends Followed {

		@StampedeProtected
		Object find(String id, Continuation<? super String> continuation) {
			return read();
		}

	}

	@Metadata
	static class OperationsInSuspendFunction extends Followed {

		private final StampedeOperations operations;

		OperationsInSuspendFunction(StampedeOperations operations) {
			this.operations = operations;
		}

		Object find(String id, Continuation<? super String> continuation) {
			CompletableFuture<?> unused = this.operations
				.getAsync("operations", id, String.class, () -> CompletableFuture.completedFuture(read()))
				.whenComplete((value, failure) -> continuation
					.resumeWith((failure != null) ? ResultKt.createFailure(failure) : value));
			return IntrinsicsKt.getCOROUTINE_SUSPENDED();
		}

	}

}
