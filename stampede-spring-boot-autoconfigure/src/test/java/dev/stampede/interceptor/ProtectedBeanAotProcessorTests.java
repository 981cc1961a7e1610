package dev.stampede.interceptor;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;

import dev.stampede.StampedeProtected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ProtectedBeanAotProcessor}.
 */
class ProtectedBeanAotProcessorTests {

	@Test
	void methodAndFallbackAreKept() {
		RuntimeHints hints = hints(Catalogue.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Catalogue.class, "find")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Catalogue.class, "late")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Catalogue.class, "other")).rejects(hints);
	}

	@Test
	void typesOfKeysAndValuesAreKept() {
		RuntimeHints hints = hints(Catalogue.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Request.class, "id")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Item.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Item.class, "name")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Part.class)).accepts(hints);
	}

	@Test
	void methodsUnderAnAnnotatedTypeAreKept() {
		RuntimeHints hints = hints(OnType.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(OnType.class, "find")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Item.class)).accepts(hints);
	}

	@Test
	void fallbackThatDoesNotExistIsLeftToTheStart() {
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Misused.class, "find"))
			.accepts(hints(Misused.class));
	}

	@Test
	void otherBeanNeedsNothing() {
		assertThat(process(Object.class)).isNull();
	}

	private static RuntimeHints hints(Class<?> type) {
		RuntimeHints hints = new RuntimeHints();
		GenerationContext context = mock(GenerationContext.class);
		given(context.getRuntimeHints()).willReturn(hints);
		Objects.requireNonNull(process(type)).applyTo(context, mock(BeanRegistrationCode.class));
		return hints;
	}

	private static @Nullable BeanRegistrationAotContribution process(Class<?> type) {
		DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
		beanFactory.registerBeanDefinition("bean", new RootBeanDefinition(type));
		return new ProtectedBeanAotProcessor().processAheadOfTime(RegisteredBean.of(beanFactory, "bean"));
	}

	record Request(String id) {

	}

	record Part(String name) {

	}

	record Item(String name, List<Part> parts) {

	}

	static class Catalogue {

		@StampedeProtected(fallback = "late")
		CompletableFuture<List<Item>> find(Request request) {
			return CompletableFuture.completedFuture(List.of());
		}

		CompletableFuture<List<Item>> late(Request request) {
			return find(request);
		}

		String other() {
			return "";
		}

	}

	@StampedeProtected
	public static class OnType {

		public Item find(String id) {
			return new Item(id, List.of());
		}

	}

	static class Misused {

		@StampedeProtected(fallback = "nope")
		String find(String id) {
			return "";
		}

	}

}
