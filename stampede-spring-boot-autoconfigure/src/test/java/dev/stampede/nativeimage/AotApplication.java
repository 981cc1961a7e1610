package dev.stampede.nativeimage;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.springframework.aot.AotDetector;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;

import dev.stampede.autoconfigure.StampedeAutoConfiguration;
import dev.stampede.nativeimage.AotPrices.Request;

/**
 * An application that prints what its protected bean answers. Processing ahead of time
 * runs its main method too, up to the refresh of the context.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({ StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
		AopAutoConfiguration.class })
public class AotApplication {

	static final int CALLERS = 10;

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(AotApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setBannerMode(Banner.Mode.OFF);
		try (ConfigurableApplicationContext context = application.run(args)) {
			print(context, System.out);
		}
	}

	@Bean
	AotHerd aotHerd() {
		return new AotHerd();
	}

	@Bean
	AotPrices aotPrices(AotHerd herd) {
		return new AotPrices(herd);
	}

	private static void print(ConfigurableApplicationContext context, PrintStream out) throws Exception {
		AotPrices prices = context.getBean(AotPrices.class);
		out.println("> generated " + AotDetector.useGeneratedArtifacts());
		out.println("> annotations processed at run time "
				+ context.containsBean(AnnotationConfigUtils.CONFIGURATION_ANNOTATION_PROCESSOR_BEAN_NAME));
		out.println("> herd " + herd(prices));
		out.println("> hit " + prices.find(new Request(7)));
		out.println("> bypassed " + prices.find(new Request(0)));
		out.println("> record " + List.of(prices.findByRecord(new Request(1)), prices.findByRecord(new Request(1))));
		Environment environment = context.getEnvironment();
		context.getBean(StringRedisTemplate.class)
			.opsForValue()
			.set("lock:{" + environment.getRequiredProperty("stampede.key-prefix") + "held::a}", "other:1",
					Duration.ofSeconds(30));
		out.println("> fallback " + prices.findHeld("a"));
	}

	private static Set<Object> herd(AotPrices prices) throws Exception {
		ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
		try {
			Set<Object> answers = new HashSet<>();
			Callable<Object> call = () -> prices.find(new Request(7));
			for (Future<Object> answer : callers.invokeAll(Collections.nCopies(CALLERS, call))) {
				answers.add(answer.get());
			}
			return answers;
		}
		finally {
			callers.shutdownNow();
		}
	}

}
