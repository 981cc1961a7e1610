package dev.stampede.interceptor;

import java.util.Objects;

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
 * Tests for {@link FallbackAotProcessor}.
 */
class FallbackAotProcessorTests {

	@Test
	void fallbackIsKept() {
		RuntimeHints hints = new RuntimeHints();
		GenerationContext context = mock(GenerationContext.class);
		given(context.getRuntimeHints()).willReturn(hints);
		BeanRegistrationAotContribution contribution = Objects.requireNonNull(process(WithFallback.class));
		contribution.applyTo(context, mock(BeanRegistrationCode.class));
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(WithFallback.class, "late")).accepts(hints);
	}

	@Test
	void beanWithoutFallbackNeedsNothing() {
		assertThat(process(Object.class)).isNull();
	}

	private static @Nullable BeanRegistrationAotContribution process(Class<?> type) {
		DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
		beanFactory.registerBeanDefinition("bean", new RootBeanDefinition(type));
		return new FallbackAotProcessor().processAheadOfTime(RegisteredBean.of(beanFactory, "bean"));
	}

	static class WithFallback {

		@StampedeProtected(fallback = "late")
		String find(String id) {
			return "";
		}

		String late(String id) {
			return "";
		}

	}

}
