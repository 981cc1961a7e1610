package dev.stampede.interceptor;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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
import org.springframework.data.domain.Pageable;
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
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
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
					UnparsableKey     | '#{#id' in the attribute 'key' is no SpEL       | without #{ and }
					UnknownVariable   | names #idd, which is no parameter               | #id, #p0, #root
					ResultInKey       | names #result                                   | #id, #p0, #root
					IndexTooHigh      | names #p1                                       | #id, #p0, #root
					UnknownCondition  | in the attribute 'condition' names #user        | #id
					UnknownUnless     | in the attribute 'unless' names #value          | #id, #p0, #result, #root
					Nested            | names #nope                                     | #p0
					OpenObject        | 'any' of type java.lang.Object                  | key = "#any.id"
					OpenClass         | 'filter' of type                                | key = "#filter.id"
					OpenList          | 'list' of type java.util.List<?>                | key =
					OpenSecond        | 'card' of type                                  | key = "{#country, #card.number, #card.set}"
					OpenElements      | 'cards' of type java.util.List                  | key = "#cards.![{number, set}]"
					KeyOfAClass       | its key '#filter' has a part '#filter' of type  | key = "#filter.id"
					KeyWithAClass     | has a part '#card' of type                      | key = "{#country, #card.number, #card.set}"
					KeyOfAProperty    | has a part '#card.owner' of type                | key = "{#country, #card.number, #card.set}"
					KeyOfAListOfThem  | has a part '#cards' of type java.util.List      | key = "#cards.![{number, set}]"
					RootCaches        | names caches, which is no property of #root     | #root has method, methodName
					RootCachesInside  | names caches, which is no property of #root     | #root has method, methodName
					RootMethodname    | names methodname, which is no property of #root | methodName
					RootArgument      | names argument 3, and the method has 1          | #root.args[0]
					RootTarget        | names tenant, which is no property of           | Use one of its properties
					PageableId        | names id, which is no property of org.springf   | pageNumber
					MapProperty       | names id, which is no property of java.util.Map | Use one of its properties
					NoSuchMethod      | calls nope(), which is no method of java.lang   | public method
					NoSuchArguments   | calls concat with 2 arguments, which is no      | public method
					NoSuchBean        | names @nope, and there is no such bean          | declare one
					NoSuchType        | names the type a.b.C, which is not there        | full name
					NumberAsCondition | gives a int, which is neither true nor false    | Compare it
					ZeroTtl           | ttl is 0ms                                      | more than zero
					NegativeLock      | lockTtl is -5ms                                 | more than zero
					ZeroText          | ttlString is 0ms                                | more than zero
					NegativeStale     | staleTtlString is -1000ms                       | zero or more
					NoTime            | ttlString is 'soon'                             | 5s
					BareText          | names all, which is no property of #root        | Write 'all'
					BareProperty      | names id, which is no property of #root         | #id for a parameter
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
	void expressionsThatMayWorkAreNotRefused() {
		assertThat(this.advice.methods.of(Possible.class)).hasSize(11);
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

	static class UnparsableKey {

		@StampedeProtected(key = "#{#id")
		String find(String id) {
			return "";
		}

	}

	static class UnknownVariable {

		@StampedeProtected(key = "#idd")
		String find(String id) {
			return "";
		}

	}

	static class ResultInKey {

		@StampedeProtected(key = "#result")
		String find(String id) {
			return "";
		}

	}

	static class IndexTooHigh {

		@StampedeProtected(key = "#p1")
		String find(String id) {
			return "";
		}

	}

	static class BareText {

		@StampedeProtected(key = "all")
		String find(String id) {
			return "";
		}

	}

	static class BareProperty {

		@StampedeProtected(key = "id.length")
		String find(String id) {
			return "";
		}

	}

	static class UnknownCondition {

		@StampedeProtected(condition = "#user != null")
		String find(String id) {
			return "";
		}

	}

	static class UnknownUnless {

		@StampedeProtected(unless = "#value == null")
		String find(String id) {
			return "";
		}

	}

	static class Nested {

		@StampedeProtected(key = "{#id, {1, #id + (#nope)}}")
		String find(String id) {
			return "";
		}

	}

	static class OpenObject {

		@StampedeProtected
		String find(Object any) {
			return "";
		}

	}

	static class OpenClass {

		@StampedeProtected
		String find(Thread filter) {
			return "";
		}

	}

	static class OpenList {

		@StampedeProtected
		String find(String id, List<?> list) {
			return "";
		}

	}

	static class OpenSecond {

		@StampedeProtected
		String find(String country, Card card) {
			return "";
		}

	}

	static class OpenElements {

		@StampedeProtected
		String find(List<Card> cards) {
			return "";
		}

	}

	static class KeyOfAClass {

		@StampedeProtected(key = "#filter")
		String find(OpenClass filter) {
			return "";
		}

	}

	static class KeyWithAClass {

		@StampedeProtected(key = "{#country, {#card}}")
		String find(String country, Card card) {
			return "";
		}

	}

	static class KeyOfAProperty {

		@StampedeProtected(key = "#card.owner")
		String find(String country, Card card) {
			return "";
		}

	}

	static class KeyOfAListOfThem {

		@StampedeProtected(key = "#cards")
		String find(List<Card> cards) {
			return "";
		}

	}

	static class RootCaches {

		@StampedeProtected(key = "#root.caches")
		String find(String id) {
			return "";
		}

	}

	static class RootCachesInside {

		@StampedeProtected(key = "#root.caches[0].name + #id")
		String find(String id) {
			return "";
		}

	}

	static class RootMethodname {

		@StampedeProtected(key = "#root.methodname + #id")
		String find(String id) {
			return "";
		}

	}

	static class RootArgument {

		@StampedeProtected(key = "#root.args[3]")
		String find(String id) {
			return "";
		}

	}

	static class RootTarget {

		@StampedeProtected(key = "#root.target.tenant + #id")
		String find(String id) {
			return "";
		}

	}

	static class PageableId {

		@StampedeProtected(key = "#page.id")
		String find(Pageable page) {
			return "";
		}

	}

	static class MapProperty {

		@StampedeProtected(key = "#map.id")
		String find(Map<String, String> map) {
			return "";
		}

	}

	static class NoSuchMethod {

		@StampedeProtected(key = "#id.nope()")
		String find(String id) {
			return "";
		}

	}

	static class NoSuchArguments {

		@StampedeProtected(key = "#id.concat('a', 'b')")
		String find(String id) {
			return "";
		}

	}

	static class NoSuchBean {

		@StampedeProtected(key = "@nope.of(#id)")
		String find(String id) {
			return "";
		}

	}

	static class NoSuchType {

		@StampedeProtected(key = "T(a.b.C).of(#id)")
		String find(String id) {
			return "";
		}

	}

	static class NumberAsCondition {

		@StampedeProtected(condition = "#id.length()")
		String find(String id) {
			return "";
		}

	}

	static class Possible implements Named {

		@StampedeProtected(key = "#page")
		String page(Pageable page) {
			return "";
		}

		@StampedeProtected(key = "{#page.pageNumber, #page.sort.toString(), #root.args[0].pageSize}")
		String parts(Pageable page) {
			return "";
		}

		@StampedeProtected(key = "#any")
		String any(Object any) {
			return "";
		}

		@StampedeProtected(key = "#any.name")
		String ofSubclasses(Runnable any) {
			return "";
		}

		@StampedeProtected(key = "#cards.![{number, #this.set}]", condition = "#cards.?[number > 1].size() > 0")
		String projection(List<Card> cards) {
			return "";
		}

		@StampedeProtected(key = "{a: #map[id], b: #map['x'].length()}")
		String map(Map<String, String> map) {
			return "";
		}

		@StampedeProtected(key = "#root.target.name + #root.methodName + methodName + #root.targetClass.simpleName")
		String target() {
			return "";
		}

		@StampedeProtected(key = "#card?.set?.trim() + #card.getNumber()", condition = "#flag")
		String safe(Card card, Boolean flag) {
			return "";
		}

		@StampedeProtected(key = "T(java.lang.Math).abs(#p0) + T(int[]).name + T(String).valueOf(#number)")
		String types(int number) {
			return "";
		}

		@StampedeProtected(key = "#optional?.number + #numbers.length", condition = "'true'")
		String optional(Optional<Card> optional, int[] numbers) {
			return "";
		}

		@StampedeProtected(key = "#card.toString() + #card.owner.name", unless = "#result == null")
		String owner(Card card) {
			return "";
		}

		@Override
		public String getName() {
			return "";
		}

	}

	abstract static class Card implements CardProperties {

	}

	interface CardProperties {

		String getSet();

		int getNumber();

		Thread getOwner();

	}

	interface Named {

		String getName();

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
