package dev.stampede.interceptor;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivestreams.Publisher;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.stampede.StampedeProtected;
import dev.stampede.StampedeTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that an annotation that cannot work is refused, with advice.
 */
class InvalidAnnotationTests {

	private final Advice advice = new Advice();

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			FinalMethod       | it is final                                     | StampedeOperations
			PrivateMethod     | it is private                                   | StampedeOperations
			StaticMethod      | it is static                                    | StampedeOperations
			VoidMethod        | it returns nothing                              | returns a value
			StreamMethod      | it returns java.util.stream.Stream              | a list
			InputStreamMethod | it returns java.io.InputStream                  | a byte array
			IteratorMethod    | it returns java.util.Iterator                   | a list
			OptionalStream    | it returns java.util.stream.Stream              | a list
			FutureMethod      | java.util.concurrent.Future, which is not        | CompletableFuture
			PublisherMethod   | org.reactivestreams.Publisher, which is not     | a Mono or a Flux
			NestedFuture      | java.util.concurrent.CompletableFuture, which   | StampedeOperations.getAsync
			VoidFuture        | it returns nothing                              | returns a value
			RawMono           | leaves open what the value is                   | Mono<Price>
			FluxOfStreams     | it returns java.util.stream.Stream              | a list
			ZeroTtl           | ttl is 0ms                                      | more than zero
			NegativeLock      | lockTtl is -5ms                                 | more than zero
			ZeroText          | ttlString is 0ms                                | more than zero
			NegativeStale     | staleTtlString is -1000ms                       | zero or more
			NoTime            | ttlString is 'soon'                             | 5s
			Twins             | both ttl and ttlString                          | Keep one
			NoFallback        | there is no method 'nope'                       | (String)
			OtherParameters   | other parameters than the method                | (String)
			OtherType         | returns java.lang.Integer                       | same return type
			OtherGenerics     | returns java.util.List<java.lang.Integer>       | same return type
			PrivateFallback   | the fallback 'late' is private                  | package-private
			SpecificOnly      | is for StampedeTimeoutException only            | Throwable
			ForeignReason     | takes a IllegalStateException                   | StampedeException
			BesideCachePut    | it also has @CachePut                           | another method
			BesideCacheEvict  | it also has @CacheEvict                         | another method
			SeveralCacheables | it has several @Cacheable                       | Keep one
			FutureOfCacheable | it returns a future or a publisher              | Remove @Cacheable
			KeyOfItsOwn       | it sets key, which its @Cacheable decides       | Move key
			UnlessOfItsOwn    | it sets unless, which its @Cacheable decides    | Move unless
			ConditionOfItsOwn | it sets condition, which its @Cacheable decides | Move condition
			NameOfItsOwn      | it names the cache 'b', and its @Cacheable [a]  | at @Cacheable only
			IllegalName       | must not contain '::'                           | cacheName
			SeveralNames      | names several caches                            | cacheName
			NothingCovered    | it returns nothing                              | returns a value
			""")
	void misuseIsRefused(String type, String problem, String action) throws Exception {
		Class<?> misuse = Class.forName(InvalidAnnotationTests.class.getName() + "$" + type);
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> this.advice.methods.of(misuse))
			.withMessageContaining(problem)
			.withMessageContaining(type + ".find(")
			.satisfies((ex) -> assertThat(ex.getAction()).contains(action));
	}

	@Test
	void classesThatWouldShareADefaultNameAreRefused() {
		this.advice.methods.of(First.Service.class);
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> this.advice.methods.of(Second.Service.class))
			.withMessageContaining("'Service.find'")
			.withMessageContaining("First$Service.find");
	}

	@Test
	void classesMayShareANameThatTheyChose() {
		assertThat(this.advice.methods.of(First.Named.class)).hasSize(1);
		assertThat(this.advice.methods.of(Second.Named.class)).hasSize(1);
	}

	@Test
	void nameOfTheCacheConfigurationIsTheDefault() {
		assertThat(this.advice.methods.of(Configured.class).values()).extracting(ProtectedMethod::cacheName)
			.containsExactly("sets");
	}

	static class FinalMethod {

		@StampedeProtected
		final String find(String id) {
			return "";
		}

	}

	static class PrivateMethod {

		@StampedeProtected
		@SuppressWarnings({ "UnusedMethod", "UnusedVariable" }) // found by its annotation
		private String find(String id) {
			return "";
		}

	}

	static class StaticMethod {

		@StampedeProtected
		static String find(String id) {
			return "";
		}

	}

	static class VoidMethod {

		@StampedeProtected
		void find(String id) {
		}

	}

	static class StreamMethod {

		@StampedeProtected
		Stream<String> find(String id) {
			return Stream.of();
		}

	}

	static class InputStreamMethod {

		@StampedeProtected
		InputStream find(String id) {
			return new ByteArrayInputStream(new byte[0]);
		}

	}

	static class IteratorMethod {

		@StampedeProtected
		Iterator<String> find(String id) {
			return List.<String>of().iterator();
		}

	}

	static class OptionalStream {

		@StampedeProtected
		List<Stream<String>> find(String id) {
			return List.of();
		}

	}

	static class FutureMethod {

		@StampedeProtected
		Future<String> find(String id) {
			return CompletableFuture.completedFuture("");
		}

	}

	static class PublisherMethod {

		@StampedeProtected
		Publisher<String> find(String id) {
			return Mono.just("");
		}

	}

	static class NestedFuture {

		@StampedeProtected
		Optional<CompletableFuture<String>> find(String id) {
			return Optional.empty();
		}

	}

	static class VoidFuture {

		@StampedeProtected
		CompletableFuture<Void> find(String id) {
			return CompletableFuture.allOf();
		}

	}

	static class RawMono {

		@StampedeProtected
		@SuppressWarnings("rawtypes")
		Mono find(String id) {
			return Mono.just("");
		}

	}

	static class FluxOfStreams {

		@StampedeProtected
		Flux<Stream<String>> find(String id) {
			return Flux.just(Stream.of(id));
		}

	}

	static class ZeroTtl {

		@StampedeProtected(ttl = 0)
		String find(String id) {
			return "";
		}

	}

	static class NegativeLock {

		@StampedeProtected(lockTtl = -5)
		String find(String id) {
			return "";
		}

	}

	static class ZeroText {

		@StampedeProtected(ttlString = "0s")
		String find(String id) {
			return "";
		}

	}

	static class NegativeStale {

		@StampedeProtected(staleTtlString = "-1s")
		String find(String id) {
			return "";
		}

	}

	static class NoTime {

		@StampedeProtected(ttlString = "soon")
		String find(String id) {
			return "";
		}

	}

	static class Twins {

		@StampedeProtected(ttl = 5, ttlString = "5s")
		String find(String id) {
			return "";
		}

	}

	static class NoFallback {

		@StampedeProtected(fallback = "nope")
		String find(String id) {
			return "";
		}

	}

	static class OtherParameters {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return "";
		}

		String late(Long id) {
			return "";
		}

		String late(String id, String other) {
			return "";
		}

	}

	static class OtherType {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return "";
		}

		Integer late(String id) {
			return 0;
		}

	}

	static class OtherGenerics {

		@StampedeProtected(fallback = "late")
		List<String> find(String id) {
			return List.of();
		}

		List<Integer> late(String id) {
			return List.of();
		}

	}

	static class PrivateFallback {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return "";
		}

		@SuppressWarnings({ "UnusedMethod", "UnusedVariable" }) // found by its name
		private String late(String id) {
			return "";
		}

	}

	static class SpecificOnly {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return "";
		}

		String late(String id, StampedeTimeoutException reason) {
			return "";
		}

	}

	static class ForeignReason {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return "";
		}

		String late(String id, IllegalStateException reason) {
			return "";
		}

	}

	static class BesideCachePut {

		@StampedeProtected
		@CachePut("prices")
		String find(String id) {
			return "";
		}

	}

	@CacheEvict("prices")
	static class BesideCacheEvict {

		@StampedeProtected
		String find(String id) {
			return "";
		}

	}

	static class SeveralCacheables {

		@StampedeProtected
		@Caching(cacheable = { @Cacheable("a"), @Cacheable("b") })
		String find(String id) {
			return "";
		}

	}

	static class FutureOfCacheable {

		@StampedeProtected
		@Cacheable("a")
		CompletableFuture<String> find(String id) {
			return CompletableFuture.completedFuture(id);
		}

	}

	static class KeyOfItsOwn {

		@StampedeProtected(key = "#id")
		@Cacheable("a")
		String find(String id) {
			return "";
		}

	}

	static class UnlessOfItsOwn {

		@StampedeProtected(unless = "#result.empty")
		@Cacheable("a")
		String find(String id) {
			return "";
		}

	}

	static class ConditionOfItsOwn {

		@StampedeProtected(condition = "#id.empty")
		@Cacheable("a")
		String find(String id) {
			return "";
		}

	}

	static class NameOfItsOwn {

		@StampedeProtected("b")
		@Cacheable("a")
		String find(String id) {
			return "";
		}

	}

	static class IllegalName {

		@StampedeProtected("a::b")
		String find(String id) {
			return "";
		}

	}

	@CacheConfig(cacheNames = { "a", "b" })
	static class SeveralNames {

		@StampedeProtected
		String find(String id) {
			return "";
		}

	}

	@StampedeProtected
	public static class NothingCovered {

		public void find(String id) {
		}

	}

	@CacheConfig(cacheNames = "sets")
	static class Configured {

		@StampedeProtected
		@Nullable String find(String id) {
			return "";
		}

	}

	static class First {

		static class Service {

			@StampedeProtected
			String find(String id) {
				return "";
			}

		}

		static class Named {

			@StampedeProtected("named")
			String find(String id) {
				return "";
			}

		}

	}

	static class Second {

		static class Service {

			@StampedeProtected
			String find(String id) {
				return "";
			}

		}

		static class Named {

			@StampedeProtected("named")
			String find(String id) {
				return "";
			}

		}

	}

}
