package dev.stampede.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import jakarta.annotation.security.RolesAllowed;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.access.prepost.PreFilter;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

import dev.stampede.OnLose;
import dev.stampede.StampedeConfigurationException;
import dev.stampede.StampedeProtected;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;
import dev.stampede.store.KeyState;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Protected methods behind Spring Security's method security: a guard decides about each
 * caller, however the call is answered.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class MethodSecurityTests {

	private static final String SECRET = "payslip 7 for admin";

	private final TestRedis redis;

	private final Payroll payroll = new Payroll();

	MethodSecurityTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void clear() {
		this.redis.clear();
	}

	@AfterEach
	void nobody() {
		SecurityContextHolder.clearContext();
	}

	static Stream<Arguments> ownEntries() {
		return Stream.of(call("@PreAuthorize", (bean) -> bean.preAuthorized("7")),
				call("@PostAuthorize", (bean) -> bean.postAuthorized("7")),
				call("@Secured", (bean) -> bean.secured("7")), call("@RolesAllowed", (bean) -> bean.rolesAllowed("7")),
				call("a future", (bean) -> bean.future("7").get(10, TimeUnit.SECONDS)));
	}

	static Stream<Arguments> allEntries() {
		return Stream.concat(ownEntries(), Stream.of(call("@Cacheable beside", (bean) -> bean.besideCacheable("7"))));
	}

	static Stream<Arguments> entriesOfOurManager() {
		return Stream.of(call("both", (bean) -> bean.besideCacheable("7")),
				call("@Cacheable", (bean) -> bean.cacheable("7")),
				call("@Cacheable(sync = true)", (bean) -> bean.cacheableInSync("7")));
	}

	private static Arguments call(String name, Call call) {
		return Arguments.argumentSet(name, call);
	}

	@ParameterizedTest
	@MethodSource("allEntries")
	void guestIsRefusedAHit(Call call) {
		application().run((context) -> assertThatHitsAreGuarded(call, context.getBean(Payslips.class)));
	}

	@ParameterizedTest
	@MethodSource("entriesOfOurManager")
	void guestIsRefusedAHitOfOurManager(Call call) {
		application(OurCaching.class, "stampede.cache-manager=true")
			.run((context) -> assertThatHitsAreGuarded(call, context.getBean(Payslips.class)));
	}

	@ParameterizedTest
	@MethodSource("ownEntries")
	void guestIsRefusedANearHit(Call call) {
		application("stampede.defaults.near.ttl=10m")
			.run((context) -> assertThatHitsAreGuarded(call, context.getBean(Payslips.class)));
	}

	private void assertThatHitsAreGuarded(Call call, Payslips bean) throws Throwable {
		assertThat(as("admin", () -> call.make(bean))).isEqualTo(SECRET);
		assertThat(as("admin", () -> call.make(bean))).isEqualTo(SECRET);
		assertThatGuestIsRefused(() -> call.make(bean));
		assertThat(this.payroll.reads).hasValue(1);
	}

	@ParameterizedTest
	@MethodSource("ownEntries")
	void guestIsRefusedAStaleCopy(Call call) {
		application("stampede.defaults.ttl=1ms", "stampede.defaults.stale-ttl=1h").run((context) -> {
			Payslips bean = context.getBean(Payslips.class);
			assertThat(as("admin", () -> call.make(bean))).isEqualTo(SECRET);
			awaitStale(context);
			Gate gate = this.payroll.close();
			CompletableFuture<Object> winner = start("admin", () -> call.make(bean));
			gate.awaitReader();
			assertThat(as("admin", () -> call.make(bean))).isEqualTo(SECRET);
			assertThatGuestIsRefused(() -> call.make(bean));
			gate.open();
			assertThat(winner).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(SECRET);
		});
	}

	@ParameterizedTest
	@MethodSource("allEntries")
	void guestIsRefusedWhatAnotherCallerReads(Call call) {
		application().run((context) -> {
			Payslips bean = context.getBean(Payslips.class);
			Gate gate = this.payroll.close();
			CompletableFuture<Object> winner = start("admin", () -> call.make(bean));
			gate.awaitReader();
			CompletableFuture<Object> guest = start("guest", () -> call.make(bean));
			CompletableFuture<Object> colleague = start("admin", () -> call.make(bean));
			gate.open();
			assertThat(winner).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(SECRET);
			assertThat(colleague).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(SECRET);
			assertThat(guest).failsWithin(10, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingRootCause()
				.isInstanceOf(AccessDeniedException.class);
			assertThat(this.payroll.reads).hasValue(1);
		});
	}

	@Test
	void guestIsRefusedADefault() {
		application().run((context) -> {
			Payslips bean = context.getBean(Payslips.class);
			Gate gate = this.payroll.close();
			CompletableFuture<Object> winner = start("admin", () -> bean.withDefault("7"));
			gate.awaitReader();
			assertThat(as("admin", () -> bean.withDefault("7"))).isEqualTo("nothing yet");
			assertThatGuestIsRefused(() -> bean.withDefault("7"));
			gate.open();
			assertThat(winner).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(SECRET);
		});
	}

	@Test
	void resultsAreFilteredForEachCaller(CapturedOutput output) {
		application("stampede.defaults.near.ttl=10m").run((context) -> {
			Payslips bean = context.getBean(Payslips.class);
			for (int i = 0; i < 2; i++) {
				assertThat(as("ann", () -> bean.filtered("7"))).isEqualTo(List.of("payslip of ann"));
				assertThat(as("bob", () -> bean.filtered("7"))).isEqualTo(List.of("payslip of bob"));
			}
			assertThat(this.payroll.reads).hasValue(1);
			assertThat(output).contains("Payslips.filtered(String) edits the result for each caller, so no near");
		});
	}

	@Test
	void argumentsAreFilteredBeforeTheKeyIsMade() {
		application().run((context) -> {
			Payslips bean = context.getBean(Payslips.class);
			for (int i = 0; i < 2; i++) {
				assertThat(as("ann", () -> bean.preFiltered(names()))).isEqualTo("[ann]");
				assertThat(as("bob", () -> bean.preFiltered(names()))).isEqualTo("[bob]");
			}
			assertThat(this.payroll.reads).hasValue(2);
		});
	}

	@Test
	void refusalWithinTheReadIsTheRefusedCallersOwn() {
		application().run((context) -> {
			Payslips bean = context.getBean(Payslips.class);
			Gate gate = this.payroll.close();
			CompletableFuture<Object> guest = start("guest", () -> bean.checkedWithin("7"));
			gate.awaitReader();
			CompletableFuture<Object> admin = start("admin", () -> bean.checkedWithin("7"));
			StampedeEngine engine = context.getBean(StampedeEngine.class);
			await().until(() -> engine.inFlight("within").stream().anyMatch((flight) -> flight.waiters() > 0));
			gate.open();
			assertThat(guest).failsWithin(10, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingRootCause()
				.isInstanceOf(AccessDeniedException.class);
			assertThat(admin).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(SECRET);
			assertThat(this.payroll.reads).hasValue(2);
		});
	}

	@Test
	void refusalWithinTheReadIsNotAnsweredWithACopyAndStartsNoBackoff() {
		application("stampede.defaults.ttl=1ms", "stampede.defaults.stale-ttl=1h",
				"stampede.defaults.failure-backoff=1h")
			.run((context) -> {
				Payslips bean = context.getBean(Payslips.class);
				assertThat(as("admin", () -> bean.checkedWithin("7"))).isEqualTo(SECRET);
				awaitStale(context);
				assertThatGuestIsRefused(() -> bean.checkedWithin("7"));
				assertThat(as("admin", () -> bean.checkedWithin("7"))).isEqualTo(SECRET);
				assertThat(this.payroll.reads).hasValue(3);
			});
	}

	@Test
	void applicationNamesItsOwnRefusals() {
		application("stampede.defaults.ttl=1ms", "stampede.defaults.stale-ttl=1h",
				"stampede.refusal-exceptions=" + OverQuotaException.class.getName())
			.run((context) -> {
				Payslips bean = context.getBean(Payslips.class);
				assertThat(as("admin", () -> bean.quota("7"))).isEqualTo(SECRET);
				awaitStale(context);
				assertThatExceptionOfType(OverQuotaException.class)
					.isThrownBy(() -> as("guest", () -> bean.quota("7")));
			});
		application("stampede.defaults.ttl=1ms", "stampede.defaults.stale-ttl=1h").run((context) -> {
			Payslips bean = context.getBean(Payslips.class);
			assertThat(as("admin", () -> bean.quota("7"))).isEqualTo(SECRET);
			awaitStale(context);
			assertThat(as("guest", () -> bean.quota("7"))).isEqualTo(SECRET);
		});
	}

	@Test
	void unknownRefusalStopsTheStart() {
		application("stampede.refusal-exceptions=com.example.Missing").run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(StampedeConfigurationException.class)
			.hasMessageContaining("com.example.Missing"));
	}

	@Test
	void adviceOrderMovesProtectionBeforeAuthorizationAndSaysSo(CapturedOutput output) {
		application("stampede.advice-order=-1").run((context) -> {
			Payslips bean = context.getBean(Payslips.class);
			assertThat(as("admin", () -> bean.preAuthorized("7"))).isEqualTo(SECRET);
			assertThat(as("guest", () -> bean.preAuthorized("7"))).isEqualTo(SECRET);
			assertThat(output).contains("stampede.advice-order puts @StampedeProtected on")
				.contains("before authorization");
		});
	}

	@Test
	void authorizationThatTheApplicationPutBehindEverythingStandsBefore() {
		application(LateSecurity.class).run((context) -> assertThatHitsAreGuarded((bean) -> bean.preAuthorized("7"),
				context.getBean(Payslips.class)));
	}

	private static void awaitStale(ApplicationContext context) {
		StampedeEngine engine = context.getBean(StampedeEngine.class);
		await().until(() -> Stream.of("pre", "post", "secured", "roles", "future", "within", "quota")
			.noneMatch((name) -> engine.inspect(EntryKey.of(name, "7")).entry() == KeyState.EntryState.FRESH));
	}

	@Test
	void nearEntriesOfOurManagerAreNotEditedByAFilter() {
		application(OurCaching.class, "stampede.cache-manager=true", "stampede.defaults.near.ttl=10m")
			.run((context) -> {
				Payslips bean = context.getBean(Payslips.class);
				for (int i = 0; i < 2; i++) {
					assertThat(as("ann", () -> bean.cachedAndFiltered("7"))).isEqualTo(List.of("payslip of ann"));
					assertThat(as("bob", () -> bean.cachedAndFiltered("7"))).isEqualTo(List.of("payslip of bob"));
				}
				assertThat(this.payroll.reads).hasValue(1);
			});
	}

	// its aspects are in a library of their own, which is not needed to see that they are
	// there
	@Test
	void securityThatIsWovenIntoTheMethodsIsWarnedOf(CapturedOutput output) {
		application(Caching.class).withBean("preAuthorizeAspect$0", Object.class)
			.run((context) -> assertThat(output).containsOnlyOnce("Method security is in AspectJ mode")
				.contains("remove @StampedeProtected from")
				.contains("Payslips.preAuthorized(String)")
				.doesNotContain("Payslips.postAuthorized(String)"));
	}

	private static List<String> names() {
		return new ArrayList<>(List.of("ann", "bob"));
	}

	private void assertThatGuestIsRefused(Callable<?> call) {
		ThrowingCallable asGuest = () -> as("guest", call);
		assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(asGuest);
	}

	private static Object as(String name, Callable<?> call) throws Exception {
		TestingAuthenticationToken token = new TestingAuthenticationToken(name, "",
				"ROLE_" + name.toUpperCase(Locale.ROOT));
		SecurityContextHolder.getContext().setAuthentication(token);
		try {
			return call.call();
		}
		finally {
			SecurityContextHolder.clearContext();
		}
	}

	private static CompletableFuture<Object> start(String name, Callable<?> call) {
		CompletableFuture<Object> result = new CompletableFuture<>();
		new Thread(() -> {
			try {
				result.complete(as(name, call));
			}
			catch (Throwable ex) {
				result.completeExceptionally(ex);
			}
		}).start();
		return result;
	}

	private ApplicationContextRunner application(String... properties) {
		return application(Caching.class, properties).withUserConfiguration(Security.class);
	}

	private ApplicationContextRunner application(Class<?> configuration, String... properties) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class, StampedeCacheAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.defaults.wait-timeout=60s")
			.withPropertyValues(properties)
			.withBean(Payroll.class, () -> this.payroll)
			.withBean(Payslips.class)
			.withUserConfiguration(configuration);
	}

	/** A call of one of the methods. */
	@FunctionalInterface
	interface Call {

		Object make(Payslips bean) throws Exception;

	}

	@Configuration(proxyBeanMethods = false)
	@EnableMethodSecurity(securedEnabled = true, jsr250Enabled = true)
	static class Security {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableMethodSecurity(offset = Integer.MAX_VALUE - 700)
	@EnableCaching
	static class LateSecurity {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@EnableMethodSecurity(securedEnabled = true, jsr250Enabled = true)
	static class OurCaching {

	}

	/** A read that waits to be let through. */
	static class Gate {

		private final CountDownLatch reading = new CountDownLatch(1);

		private final CountDownLatch open = new CountDownLatch(1);

		void awaitReader() throws InterruptedException {
			assertThat(this.reading.await(20, TimeUnit.SECONDS)).isTrue();
		}

		void open() {
			this.open.countDown();
		}

		private void pass() {
			this.reading.countDown();
			try {
				assertThat(this.open.await(20, TimeUnit.SECONDS)).isTrue();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	/** The source. */
	static class Payroll {

		private final AtomicInteger reads = new AtomicInteger();

		private volatile @Nullable Gate gate;

		Gate close() {
			Gate gate = new Gate();
			this.gate = gate;
			return gate;
		}

		String read(String id) {
			this.reads.incrementAndGet();
			Gate gate = this.gate;
			if (gate != null) {
				gate.pass();
			}
			return "payslip " + id + " for admin";
		}

	}

	static class OverQuotaException extends RuntimeException {

	}

	static class Payslips {

		private final Payroll payroll;

		Payslips(Payroll payroll) {
			this.payroll = payroll;
		}

		@PreAuthorize("hasRole('ADMIN')")
		@StampedeProtected(cacheName = "pre")
		String preAuthorized(String id) {
			return this.payroll.read(id);
		}

		@PostAuthorize("hasRole('ADMIN')")
		@StampedeProtected(cacheName = "post")
		String postAuthorized(String id) {
			return this.payroll.read(id);
		}

		@Secured("ROLE_ADMIN")
		@StampedeProtected(cacheName = "secured")
		String secured(String id) {
			return this.payroll.read(id);
		}

		@RolesAllowed("ADMIN")
		@StampedeProtected(cacheName = "roles")
		String rolesAllowed(String id) {
			return this.payroll.read(id);
		}

		@PreAuthorize("hasRole('ADMIN')")
		@StampedeProtected(cacheName = "future")
		CompletableFuture<String> future(String id) {
			return CompletableFuture.completedFuture(this.payroll.read(id));
		}

		@PreAuthorize("hasRole('ADMIN')")
		@StampedeProtected(cacheName = "defaults", onLose = OnLose.RETURN_DEFAULT, fallback = "nothing")
		String withDefault(String id) {
			return this.payroll.read(id);
		}

		String nothing(String id) {
			return "nothing yet";
		}

		@PreAuthorize("hasRole('ADMIN')")
		@StampedeProtected
		@Cacheable("beside")
		String besideCacheable(String id) {
			return this.payroll.read(id);
		}

		@PreAuthorize("hasRole('ADMIN')")
		@Cacheable("cacheable")
		String cacheable(String id) {
			return this.payroll.read(id);
		}

		@PreAuthorize("hasRole('ADMIN')")
		@Cacheable(cacheNames = "sync", sync = true)
		String cacheableInSync(String id) {
			return this.payroll.read(id);
		}

		@PostFilter("filterObject.endsWith(authentication.name)")
		@StampedeProtected(cacheName = "filtered")
		List<String> filtered(String id) {
			this.payroll.read(id);
			return new ArrayList<>(List.of("payslip of ann", "payslip of bob"));
		}

		@PostFilter("filterObject.endsWith(authentication.name)")
		@Cacheable(cacheNames = "cachedAndFiltered", sync = true)
		List<String> cachedAndFiltered(String id) {
			this.payroll.read(id);
			return new ArrayList<>(List.of("payslip of ann", "payslip of bob"));
		}

		@PreFilter("filterObject == authentication.name")
		@StampedeProtected(cacheName = "prefiltered")
		String preFiltered(List<String> names) {
			this.payroll.read("");
			return names.toString();
		}

		private static @Nullable String name() {
			Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
			return (authentication != null) ? authentication.getName() : null;
		}

		@StampedeProtected(cacheName = "within")
		String checkedWithin(String id) {
			boolean admin = "admin".equals(name());
			String read = this.payroll.read(id);
			if (!admin) {
				throw new AccessDeniedException("not for everybody");
			}
			return read;
		}

		@StampedeProtected(cacheName = "quota")
		String quota(String id) {
			if ("guest".equals(name())) {
				throw new OverQuotaException();
			}
			return this.payroll.read(id);
		}

	}

}
