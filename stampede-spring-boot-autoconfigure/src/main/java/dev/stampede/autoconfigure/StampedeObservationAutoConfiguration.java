package dev.stampede.autoconfigure;

import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

import dev.stampede.event.StampedeObserver;
import dev.stampede.metrics.BlockedSpanHandler;
import dev.stampede.metrics.CallObservations;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for observations of source reads and
 * waits, and, with Micrometer Tracing, for the spans of waits.
 *
 * @since 0.1.0
 */
@AutoConfiguration(afterName = {
		"org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
		"org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
		"org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration",
		"org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration" })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBooleanProperty(name = "stampede.enabled", matchIfMissing = true)
public final class StampedeObservationAutoConfiguration {

	private static final String TRACER = "io.micrometer.tracing.Tracer";

	StampedeObservationAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	StampedeObserver stampedeObserver(ObjectProvider<ObservationRegistry> registry) {
		return new CallObservations(SingletonSupplier.of(() -> registry.getIfUnique(() -> ObservationRegistry.NOOP)),
				ClassUtils.isPresent(TRACER, CallObservations.class.getClassLoader()));
	}

	/** Where there are traces. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(Tracer.class)
	static class Tracing {

		@Bean
		@Order(Ordered.HIGHEST_PRECEDENCE)
		@ConditionalOnBean(Tracer.class)
		@ConditionalOnMissingBean
		BlockedSpanHandler stampedeBlockedSpanHandler(Tracer tracer) {
			return new BlockedSpanHandler(tracer);
		}

	}

}
