package dev.stampede;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules of the house: who may import what, what is visible, how auto-configuration
 * looks, and which means of concurrency are not used.
 */
@AnalyzeClasses(packages = ArchitectureTests.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	static final String ROOT = "dev.stampede";

	/** What an application imports should be seen at a glance. */
	private static final int ROOT_LIMIT = 12;

	private static final List<String> EVERYWHERE = List.of("java..", "javax..", "org.jspecify..",
			"org.apache.commons.logging..", "org.springframework.core..", "org.springframework.util..",
			"org.springframework.lang..", "org.springframework.aot..", "org.springframework.asm..");

	private static final List<String> SPRING_CONTEXT = List.of("org.springframework.context..",
			"org.springframework.cache..", "org.springframework.format..", "org.springframework.scheduling..");

	private static final List<String> SPRING_TX = List.of("org.springframework.dao..",
			"org.springframework.transaction..");

	private static final List<String> FRONT = List.of(ROOT, ROOT + ".key", ROOT + ".policy", ROOT + ".store",
			ROOT + ".event");

	/**
	 * What each package may import beside {@link #EVERYWHERE} and itself.
	 */
	private static final Map<String, List<String>> IMPORTS = Map.ofEntries(
	// @formatter:off
			Map.entry("", List.of()),
			Map.entry(".key", List.of(ROOT, "org.springframework.data..")),
			Map.entry(".policy", List.of(ROOT)),
			Map.entry(".store", List.of(ROOT, ROOT + ".key")),
			Map.entry(".event", List.of(ROOT, ROOT + ".store")),
			Map.entry(".engine", FRONT),
			Map.entry(".redis", join(join(FRONT, List.of(ROOT + ".redis.json", "org.springframework.data.redis..",
					"io.lettuce..", "org.apache.commons.pool2..")), SPRING_TX)),
			Map.entry(".redis.json", List.of(ROOT + ".policy", ROOT + ".store", "tools.jackson..",
					"com.fasterxml.jackson.annotation..", "org.springframework.data.domain..")),
			Map.entry(".near", List.of(ROOT + ".engine", "com.github.benmanes.caffeine..")),
			Map.entry(".interceptor", join(join(FRONT, List.of(ROOT + ".engine", "org.springframework.aop..",
					"org.aopalliance..", "org.springframework.beans..", "org.springframework.expression..", "reactor..",
					"org.reactivestreams..", "io.micrometer.context..")), SPRING_CONTEXT)),
			Map.entry(".cache", join(join(FRONT, List.of(ROOT + ".engine", ROOT + ".interceptor",
					"org.springframework.aop..", "org.aopalliance..", "org.springframework.beans.factory..")),
					join(SPRING_CONTEXT, SPRING_TX))),
			Map.entry(".metrics", List.of(ROOT + ".event", ROOT + ".store", "io.micrometer..")),
			Map.entry(".actuate", join(FRONT, List.of(ROOT + ".engine", "org.springframework.boot.actuate..",
					"org.springframework.boot.health.."))),
			Map.entry(".autoconfigure", List.of("..")),
			Map.entry(".autoconfigure.diagnostics", List.of(ROOT, ROOT + ".policy", "org.springframework.beans..",
					"org.springframework.boot..")),
			Map.entry(".test", List.of(ROOT, ROOT + ".event", "org.junit..", "org.assertj..")));
	// @formatter:on

	/** Sources that take their time, as real ones do. */
	private static final Set<String> SLOW_SOURCES = Set.of(ROOT + ".acceptance.SharedSource", ROOT + ".docs.Exchange");

	private static final Set<Class<?>> HARMLESS_TO_POST_PROCESSORS = Set.of(ObjectProvider.class, ObjectFactory.class,
			BeanFactory.class, Environment.class);

	@ArchTest
	static final ArchRule packagesAreThoseOfTheTable = classes().should()
		.resideInAnyPackage(IMPORTS.keySet().stream().map((name) -> ROOT + name).toArray(String[]::new));

	@ArchTest
	static final ArchRule packagesAreNamedAfterWhatTheyPlugInto = noClasses().should()
		.resideInAnyPackage("..util..", "..utils..", "..common..", "..impl..", "..internal..", "..support..");

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().assignedFrom(new PackageSlices()).should().beFreeOfCycles();

	@ArchTest
	static final ArchRule nobodyImportsAutoConfiguration = noClasses().that()
		.resideOutsideOfPackage(ROOT + ".autoconfigure")
		.should()
		.dependOnClassesThat()
		.resideInAPackage(ROOT + ".autoconfigure");

	@ArchTest
	static final ArchRule lettuceIsKnownToOneClass = knownToOneClassOf(".redis", "io.lettuce");

	@ArchTest
	static final ArchRule poolOfJedisIsKnownToOneClass = knownToOneClassOf(".redis", "org.apache.commons.pool2");

	@ArchTest
	static final ArchRule springDataIsKnownToOneClass = knownToOneClassOf(".key", "org.springframework.data");

	@ArchTest
	static final ArchRule pagesOfSpringDataAreKnownToOneClass = knownToOneClassOf(".redis.json",
			"org.springframework.data");

	@ArchTest
	static final ArchRule reactorIsKnownToOneClass = knownToOneClassOf(".interceptor", "reactor");

	@ArchTest
	static final ArchRule publicClassesAreFinalUnlessMadeForExtension = classes().that()
		.arePublic()
		.and()
		.areNotInterfaces()
		.and()
		.doNotHaveModifier(JavaModifier.ABSTRACT)
		.and()
		.areNotEnums()
		.and()
		.haveNameNotMatching(".*Exception")
		.should()
		.haveModifier(JavaModifier.FINAL);

	@ArchTest
	static final ArchRule staticFieldsAreFinal = fields().that()
		.areStatic()
		.should()
		.beFinal()
		.because("there is no static mutable state");

	@ArchTest
	static final ArchRule methodsAreNotSynchronized = noMethods().should()
		.haveModifier(JavaModifier.SYNCHRONIZED)
		.because("a virtual thread that waits in one would pin its carrier");

	@ArchTest
	static final ArchRule nothingRunsOnTheCommonPool = noClasses().should()
		.callMethodWhere(runsOnTheCommonPool())
		.because("executors are injected");

	@ArchTest
	static final ArchRule autoConfigurationsArePublicFinal = classes().that()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.bePublic()
		.andShould()
		.haveModifier(JavaModifier.FINAL);

	@ArchTest
	static final ArchRule autoConfigurationsHaveNoPublicMembers = classes().that()
		.areAnnotatedWith(AutoConfiguration.class)
		.should(haveNoPublicMembers());

	@ArchTest
	static final ArchRule postProcessorsAreMadeByStaticMethods = methods().that(makePostProcessors())
		.should()
		.beStatic()
		.because("an instance method would create its configuration class too early");

	@ArchTest
	static final ArchRule postProcessorsTakeOnlyProviders = methods().that(makePostProcessors())
		.should(takeOnlyProviders())
		.because("any other parameter would be created before all post-processors are there");

	@ArchTest
	void packagesImportWhatTheTableAllows(JavaClasses classes) {
		IMPORTS.forEach((name, allowed) -> onlyImports(ROOT + name, allowed).check(classes));
	}

	@ArchTest
	void rootHoldsAtMostTwelveTypes(JavaClasses classes) {
		List<String> types = classes.stream()
			.filter((type) -> type.getPackageName().equals(ROOT) && type.isTopLevelClass())
			.map(JavaClass::getSimpleName)
			.filter((name) -> !name.equals("package-info"))
			.sorted()
			.toList();
		System.out.println("Types in " + ROOT + ": " + types.size() + " of at most " + ROOT_LIMIT + ", " + types);
		assertThat(types).contains("StampedeProtected").hasSizeLessThanOrEqualTo(ROOT_LIMIT);
	}

	@Test
	void packagesAreNullMarkedThoseOfTestsToo() {
		JavaClasses classes = new ClassFileImporter().importPackages(ROOT);
		Set<String> marked = classes.stream()
			.filter((type) -> type.getSimpleName().equals("package-info"))
			.filter((type) -> type.isAnnotatedWith(NullMarked.class))
			.map(JavaClass::getPackageName)
			.collect(Collectors.toSet());
		assertThat(classes).isNotEmpty().extracting(JavaClass::getPackageName).allMatch(marked::contains);
	}

	@Test
	void nothingSleepsButSlowSourcesAndTheSoak() {
		JavaClasses classes = new ClassFileImporter().importPackages(ROOT);
		Set<String> sleepers = classes.stream()
			.filter(ArchitectureTests::sleeps)
			.map(JavaClass::getName)
			.filter((name) -> !name.startsWith(ROOT + ".soak.") && !name.endsWith("_jcstress"))
			.collect(Collectors.toSet());
		assertThat(sleepers).as("classes that sleep where a test should wait for a condition").isEqualTo(SLOW_SOURCES);
	}

	private static ArchRule onlyImports(String name, List<String> allowed) {
		String[] packages = join(join(EVERYWHERE, allowed), List.of(name)).toArray(String[]::new);
		return classes().that()
			.resideInAPackage(name)
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage(packages)
			.as(name + " imports only what the table allows");
	}

	private static List<String> join(List<String> first, List<String> second) {
		return Stream.concat(first.stream(), second.stream()).toList();
	}

	private static ArchRule knownToOneClassOf(String name, String library) {
		return classes().that().resideInAPackage(ROOT + name).should(new KnownToOneClass(library));
	}

	private static boolean sleeps(JavaClass type) {
		return type.getMethodCallsFromSelf()
			.stream()
			.map(JavaCall::getTarget)
			.anyMatch((target) -> target.getName().equals("sleep") && (target.getOwner().isEquivalentTo(Thread.class)
					|| target.getOwner().isEquivalentTo(TimeUnit.class)));
	}

	private static DescribedPredicate<JavaCall<?>> runsOnTheCommonPool() {
		return DescribedPredicate.describe("runs on the common pool", (call) -> {
			AccessTarget target = call.getTarget();
			String method = target.getName();
			return switch (target.getOwner().getName()) {
				case "java.util.concurrent.ForkJoinPool" -> method.equals("commonPool");
				case "java.util.concurrent.CompletableFuture", "java.util.concurrent.CompletionStage" ->
					(method.endsWith("Async") || method.equals("delayedExecutor")) && !takesExecutor(call);
				default -> method.equals("parallelStream") || method.equals("parallel");
			};
		});
	}

	private static boolean takesExecutor(JavaCall<?> call) {
		return call.getTarget().getRawParameterTypes().stream().anyMatch((type) -> type.isEquivalentTo(Executor.class));
	}

	private static DescribedPredicate<JavaMethod> makePostProcessors() {
		return DescribedPredicate.describe("make post-processors", (method) -> {
			Class<?> type = method.isAnnotatedWith(Bean.class) ? method.reflect().getReturnType() : void.class;
			return BeanPostProcessor.class.isAssignableFrom(type)
					|| BeanFactoryPostProcessor.class.isAssignableFrom(type);
		});
	}

	private static ArchCondition<JavaMethod> takeOnlyProviders() {
		return ArchCondition.from(DescribedPredicate.describe("take only providers",
				(method) -> Stream.of(method.reflect().getParameterTypes())
					.allMatch(HARMLESS_TO_POST_PROCESSORS::contains)));
	}

	private static ArchCondition<JavaClass> haveNoPublicMembers() {
		return ArchCondition.from(DescribedPredicate.describe("have no public members",
				(type) -> type.getMembers().stream().noneMatch(ArchitectureTests::isPublic)));
	}

	private static boolean isPublic(JavaMember member) {
		return member.getModifiers().contains(JavaModifier.PUBLIC);
	}

	/**
	 * Every package is a slice of its own, the root too.
	 */
	private static final class PackageSlices implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			return type.getPackageName().startsWith(ROOT) ? SliceIdentifier.of(type.getPackageName())
					: SliceIdentifier.ignore();
		}

		@Override
		public String getDescription() {
			return "packages";
		}

	}

	/**
	 * An optional library stays in one class, nested ones included, so that the others
	 * load without it.
	 */
	private static final class KnownToOneClass extends ArchCondition<JavaClass> {

		private final String library;

		private Set<String> knowing = Set.of();

		private KnownToOneClass(String library) {
			super("keep " + library + " to one class");
			this.library = library;
		}

		@Override
		public void init(Collection<JavaClass> classes) {
			this.knowing = classes.stream()
				.filter(this::knows)
				.map(KnownToOneClass::outermost)
				.collect(Collectors.toSet());
		}

		@Override
		public void check(JavaClass type, ConditionEvents events) {
			boolean alone = !knows(type) || this.knowing.size() == 1;
			events.add(new SimpleConditionEvent(type, alone, this.library + " is known to " + this.knowing));
		}

		@Override
		public void finish(ConditionEvents events) {
			events.add(new SimpleConditionEvent(this.library, !this.knowing.isEmpty(),
					this.library + " is known to nobody"));
		}

		private boolean knows(JavaClass type) {
			return type.getDirectDependenciesFromSelf()
				.stream()
				.map(Dependency::getTargetClass)
				.anyMatch((target) -> (target.getPackageName() + ".").startsWith(this.library + "."));
		}

		private static String outermost(JavaClass type) {
			return type.getEnclosingClass().map(KnownToOneClass::outermost).orElse(type.getName());
		}

	}

}
