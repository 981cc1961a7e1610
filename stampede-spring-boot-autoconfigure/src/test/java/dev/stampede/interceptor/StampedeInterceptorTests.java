package dev.stampede.interceptor;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AliasFor;

import dev.stampede.OnLose;
import dev.stampede.StampedeException;
import dev.stampede.StampedeLockedException;
import dev.stampede.StampedeProtected;
import dev.stampede.StampedeTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link StampedeInterceptor} behind proxies made by hand.
 */
class StampedeInterceptorTests {

	private final Advice advice = new Advice();

	private final RecordingEngine engine = this.advice.engine;

	@Test
	void secondCallIsAnsweredByTheEngine() {
		Prices target = new Prices();
		Prices prices = this.advice.proxy(target);
		assertThat(prices.find("a")).isEqualTo("price of a");
		assertThat(prices.find("a")).isEqualTo("price of a");
		assertThat(target.reads).hasValue(1);
		assertThat(this.engine.keys).containsExactly("Prices.find::a", "Prices.find::a");
	}

	@BeforeEach
	void declareTheTenant() {
		this.advice.beanFactory.registerSingleton("tenant", new Tenant());
	}

	@Test
	void methodWithoutAnnotationJustRuns() {
		Prices prices = this.advice.proxy(new Prices());
		assertThat(prices.plain("a")).isEqualTo("plain a");
		assertThat(this.engine.keys).isEmpty();
		assertThat(this.engine.bypassed).isEmpty();
	}

	@Test
	void defaultKeyIsTheArgumentOrATupleOrAConstant() {
		Keys keys = this.advice.proxy(new Keys());
		keys.none();
		keys.two("a,b", null);
		keys.list(List.of(1, 2));
		keys.several("x", "y");
		assertThat(this.engine.keys).containsExactly("Keys.none::()", "Keys.two::(a%2Cb,%null)", "Keys.list::(1,2)",
				"Keys.several::(x,y)");
	}

	@Test
	void overloadedMethodsHaveTheirParameterTypesInTheNameOfTheCache() {
		Overloaded overloaded = this.advice.proxy(new Overloaded());
		overloaded.find(1L);
		overloaded.find("1");
		overloaded.find("1", new int[] { 1 });
		assertThat(this.engine.keys).containsExactly("Overloaded.find(long)::1", "Overloaded.find(String)::1",
				"Overloaded.find(String,int[])::(1,(1))");
	}

	@Test
	void keyExpressionDecides() {
		Expressions expressions = this.advice.proxy(new Expressions());
		expressions.single("a", 1);
		expressions.indexed("a", 1);
		expressions.list("a", 1);
		expressions.property(new Item("i", 3));
		expressions.root("a");
		expressions.constant("a");
		expressions.bean("a");
		assertThat(this.engine.keys).containsExactly("c::1", "c::a", "c::(a,1)", "c::i", "c::root Expressions 1 a",
				"c::all", "c::t-a");
	}

	@Test
	void propertyOfAnArgumentIsTheKeyForAnyType() {
		Expressions expressions = this.advice.proxy(new Expressions());
		for (int i = 0; i < 1_000; i++) {
			expressions.path(new Holder(new Item("i" + i, 3)));
			assertThat(this.engine.keys.get(2 * i)).isEqualTo("c::i" + i);
			expressions.path(new Holder((i < 500) ? new Item("j", 3) : new Tenant()));
			assertThat(this.engine.keys.get(2 * i + 1)).isEqualTo((i < 500) ? "c::j" : "c::tenant");
		}
	}

	@Test
	void keyOfNullBypassesProtection() {
		Prices target = new Prices();
		Prices prices = this.advice.proxy(target);
		assertThat(prices.find(null)).isEqualTo("price of null");
		assertThat(this.engine.keys).isEmpty();
		assertThat(this.engine.bypassed).containsExactly("Prices.find");
	}

	@Test
	void conditionIsEvaluatedBeforeTheKey() {
		Conditions conditions = this.advice.proxy(new Conditions());
		assertThat(conditions.guarded(null)).isEqualTo("none");
		assertThat(conditions.guarded(new Item("i", 1))).isEqualTo("i");
		assertThat(this.engine.bypassed).containsExactly("c");
		assertThat(this.engine.keys).containsExactly("c::i");
	}

	@Test
	void failingExpressionIsNamedWithItsMethod() {
		Conditions conditions = this.advice.proxy(new Conditions());
		assertThatIllegalStateException().isThrownBy(() -> conditions.unguarded(null))
			.withMessageContaining("#item.id")
			.withMessageContaining("Conditions.unguarded(Item)")
			.withMessageContaining("'key'")
			.withCauseInstanceOf(Exception.class);
	}

	@Test
	void unlessKeepsAResultFromBeingStored() {
		Unless unless = this.advice.proxy(new Unless());
		unless.optional("x");
		unless.optional("");
		unless.named("b");
		assertThat(this.engine.values.keySet()).extracting(Object::toString).containsExactly("o::x");
	}

	@Test
	void keyWithoutValueSemanticsIsNamedWithItsMethod() {
		Expressions expressions = this.advice.proxy(new Expressions());
		assertThatIllegalArgumentException().isThrownBy(() -> expressions.any(new Object()))
			.withMessageContaining("Expressions.any(Object)")
			.withMessageContaining("java.lang.Object");
	}

	@Test
	void exceptionOfTheMethodReachesTheCallerAsThrown() {
		Prices prices = this.advice.proxy(new Prices());
		assertThatExceptionOfType(CheckedException.class).isThrownBy(() -> prices.fail("a"));
	}

	@Test
	void loserGetsWhatFitsTheReturnType() {
		this.engine.loss = new StampedeLockedException("locked");
		Defaults defaults = this.advice.proxy(new Defaults());
		assertThat(defaults.count()).isZero();
		assertThat(defaults.flag()).isFalse();
		assertThat(defaults.optional()).isEmpty();
		assertThat(defaults.list()).isEmpty();
		assertThat(defaults.text()).isNull();
	}

	@Test
	void loserGetsTheValueOfTheFallbackThatFitsTheReasonBest() {
		Fallbacks target = new Fallbacks();
		Fallbacks fallbacks = this.advice.proxy(target);
		this.engine.loss = new StampedeLockedException("locked");
		assertThat(fallbacks.find("a")).isEqualTo("a locked");
		this.engine.loss = new StampedeTimeoutException("late");
		assertThat(fallbacks.find("a")).isEqualTo("a without reason");
		assertThat(fallbacks.inherited("a")).isEqualTo("a from above");
		assertThat(target.reads).isEmpty();
	}

	@Test
	void exceptionOfTheFallbackReachesTheCallerAsThrown() {
		this.engine.loss = new StampedeTimeoutException("late");
		Fallbacks fallbacks = this.advice.proxy(new Fallbacks());
		assertThatExceptionOfType(CheckedException.class).isThrownBy(() -> fallbacks.failing("a"));
		assertThatExceptionOfType(StampedeTimeoutException.class).isThrownBy(() -> fallbacks.rethrowing("a"));
	}

	@Test
	void attributesOfTheAnnotationReachThePolicy() {
		Policies policies = this.advice.proxy(new Policies());
		policies.millis("a");
		policies.texts("a");
		policies.unset("a");
		assertThat(this.engine.specs.get(0).policy()).satisfies((policy) -> {
			assertThat(policy.ttl()).isEqualTo(Duration.ofSeconds(1));
			assertThat(policy.staleTtl()).isZero();
			assertThat(policy.lockTtl()).isEqualTo(Duration.ofMillis(200));
			assertThat(policy.waitTimeout()).isEqualTo(Duration.ofMillis(300));
			assertThat(policy.onLose()).containsExactly(OnLose.POLL, OnLose.FAIL_FAST);
		});
		assertThat(this.engine.specs.get(1).policy()).satisfies((policy) -> {
			assertThat(policy.ttl()).isEqualTo(Duration.ofSeconds(5));
			assertThat(policy.staleTtl()).isEqualTo(Duration.ofSeconds(6));
			assertThat(policy.lockTtl()).isEqualTo(Duration.ofMillis(700));
			assertThat(policy.waitTimeout()).isEqualTo(Duration.ofMinutes(1));
		});
		assertThat(this.engine.specs.get(2).policy()).satisfies((policy) -> {
			assertThat(policy.ttl()).isEqualTo(Duration.ofMinutes(10));
			assertThat(policy.lockTtl()).isEqualTo(Duration.ofSeconds(5));
		});
	}

	@Test
	void metaAnnotationOverridesAttributes() {
		Composed composed = this.advice.proxy(new Composed());
		composed.find("a");
		assertThat(this.engine.specs.get(0).policy().lockTtl()).isEqualTo(Duration.ofMillis(900));
		assertThat(this.engine.specs.get(0).policy().onLose()).containsExactly(OnLose.FAIL_FAST);
		assertThat(this.engine.keys).containsExactly("hot::a");
	}

	@Test
	void annotationOfTheMethodWinsOverThatOfTheType() {
		OnType onType = this.advice.proxy(new OnType());
		onType.find("a");
		onType.own("a");
		onType.nothing("a");
		assertThat(onType.toString()).isEqualTo("on type");
		assertThat(onType.any(new Object())).isEqualTo("any");
		assertThat(onType.hidden()).isEqualTo("hidden");
		assertThat(this.engine.keys).containsExactly("OnType.find::a", "OnType.own::a");
		assertThat(this.engine.specs).extracting((spec) -> spec.policy().lockTtl().toMillis())
			.containsExactly(2000L, 700L);
	}

	@Test
	void valueTypeIsResolvedAgainstTheClass() {
		Texts texts = this.advice.proxy(new Texts());
		texts.all(1);
		assertThat(this.engine.specs.get(0).codec()).isInstanceOfSatisfying(CodecOnlyStore.TypeCodec.class,
				(codec) -> assertThat(codec.type()).hasToString("java.util.List<java.lang.String>"));
	}

	static class CheckedException extends Exception {

	}

	static class Prices {

		final AtomicInteger reads = new AtomicInteger();

		@StampedeProtected
		String find(@Nullable String id) {
			this.reads.incrementAndGet();
			return "price of " + id;
		}

		String plain(String id) {
			return "plain " + id;
		}

		@StampedeProtected
		String fail(String id) throws CheckedException {
			throw new CheckedException();
		}

	}

	static class Keys {

		@StampedeProtected
		String none() {
			return "";
		}

		@StampedeProtected
		String two(String first, @Nullable String second) {
			return "";
		}

		@StampedeProtected
		String list(List<Integer> list) {
			return "";
		}

		@StampedeProtected
		String several(String... several) {
			return "";
		}

	}

	static class Overloaded {

		@StampedeProtected
		String find(long id) {
			return "";
		}

		@StampedeProtected
		String find(String id) {
			return "";
		}

		@StampedeProtected
		String find(String id, int[] numbers) {
			return "";
		}

	}

	public record Item(String id, int size) {

	}

	public record Holder(Object content) {

	}

	public static class Tenant {

		public String getId() {
			return "tenant";
		}

		public String current() {
			return "t-";
		}

	}

	static class Expressions {

		@StampedeProtected(cacheName = "c", key = "#number")
		String single(String text, int number) {
			return "";
		}

		@StampedeProtected(cacheName = "c", key = " #a0 ")
		String indexed(String text, int number) {
			return "";
		}

		@StampedeProtected(cacheName = "c", key = "{#text, #p1}")
		String list(String text, int number) {
			return "";
		}

		@StampedeProtected(cacheName = "c", key = "#item.id")
		String property(Item item) {
			return "";
		}

		@StampedeProtected(cacheName = "c", key = "#holder.content.id")
		String path(Holder holder) {
			return "";
		}

		@StampedeProtected(cacheName = "c", key = "#root.methodName + ' ' + #root.targetClass.simpleName + ' ' "
				+ "+ #root.method.parameterCount + ' ' + #root.args[0]")
		String root(String text) {
			return "";
		}

		@StampedeProtected(cacheName = "c", key = "'all'")
		String constant(String text) {
			return "";
		}

		@StampedeProtected(cacheName = "c", key = "@tenant.current() + #text")
		String bean(String text) {
			return "";
		}

		@StampedeProtected(cacheName = "c", key = "#any")
		String any(Object any) {
			return "";
		}

	}

	static class Conditions {

		@StampedeProtected(cacheName = "c", key = "#item.id", condition = "#item != null")
		String guarded(@Nullable Item item) {
			return (item != null) ? item.id() : "none";
		}

		@StampedeProtected(cacheName = "c", key = "#item.id")
		String unguarded(@Nullable Item item) {
			return "";
		}

	}

	static class Unless {

		@StampedeProtected(cacheName = "o", unless = "#result == null")
		Optional<String> optional(String text) {
			return text.isEmpty() ? Optional.empty() : Optional.of(text);
		}

		@StampedeProtected(cacheName = "n", unless = "#result == null")
		@Nullable String named(String result) {
			return null;
		}

	}

	static class Defaults {

		@StampedeProtected
		int count() {
			return 1;
		}

		@StampedeProtected
		Boolean flag() {
			return true;
		}

		@StampedeProtected
		Optional<String> optional() {
			return Optional.of("");
		}

		@StampedeProtected
		List<String> list() {
			return List.of("");
		}

		@StampedeProtected
		String text() {
			return "";
		}

	}

	static class Fallbacks extends Above {

		final List<String> reads = new ArrayList<>();

		@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "late")
		String find(String id) {
			this.reads.add(id);
			return "read";
		}

		String late(String id) {
			return id + " without reason";
		}

		String late(String id, StampedeLockedException reason) {
			return id + " " + reason.getMessage();
		}

		@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "above")
		String inherited(String id) {
			this.reads.add(id);
			return "read";
		}

		@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "throwChecked")
		String failing(String id) throws CheckedException {
			this.reads.add(id);
			return "read";
		}

		protected String throwChecked(String id, Throwable reason) throws CheckedException {
			throw new CheckedException();
		}

		@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "rethrow")
		String rethrowing(String id) {
			return "read";
		}

		String rethrow(String id, StampedeException reason) {
			throw reason;
		}

	}

	static class Above {

		String above(String id) {
			return id + " from above";
		}

	}

	static class Policies {

		@StampedeProtected(ttl = 1000, staleTtl = 0, lockTtl = 200, waitTimeout = 300,
				onLose = { OnLose.POLL, OnLose.FAIL_FAST })
		String millis(String id) {
			return "";
		}

		@StampedeProtected(ttlString = "5s", staleTtlString = "PT6S", lockTtlString = "700", waitTimeoutString = "1m")
		String texts(String id) {
			return "";
		}

		@StampedeProtected
		String unset(String id) {
			return "";
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@StampedeProtected(onLose = OnLose.FAIL_FAST)
	@interface HotPrice {

		@AliasFor(annotation = StampedeProtected.class)
		long lockTtl() default 100;

		@AliasFor(annotation = StampedeProtected.class, attribute = "cacheName")
		String name();

	}

	static class Composed {

		@HotPrice(lockTtl = 900, name = "hot")
		String find(String id) {
			return "";
		}

	}

	@StampedeProtected(lockTtl = 2000)
	public static class OnType {

		public String find(String id) {
			return "";
		}

		@StampedeProtected(lockTtl = 700)
		public String own(String id) {
			return "";
		}

		public void nothing(String id) {
		}

		public String any(Object any) {
			return "any";
		}

		String hidden() {
			return "hidden";
		}

		@Override
		public String toString() {
			return "on type";
		}

	}

	abstract static class Base<T, I> {

		@StampedeProtected
		abstract List<T> all(I id);

	}

	static class Texts extends Base<String, Integer> {

		@Override
		List<String> all(Integer id) {
			return List.of("" + id);
		}

	}

}
