package dev.stampede;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.util.Assert;

import dev.stampede.autoconfigure.StampedeAutoConfiguration;

/**
 * An application that reads its source once, warms up with hits, and then makes one hit
 * that a debugger watches.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({ StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
		AopAutoConfiguration.class })
public class HitPathApplication {

	/** The name of the method that makes the hit. */
	static final String HIT = "hit";

	private static final int WARM_UP = 20;

	/**
	 * Runs it.
	 * @param args properties
	 */
	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(HitPathApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setBannerMode(Banner.Mode.OFF);
		try (ConfigurableApplicationContext context = application.run(args)) {
			Sets sets = context.getBean(Sets.class);
			for (int i = 0; i < WARM_UP; i++) {
				sets.find("EMS0");
			}
			Assert.state(hit(sets) == 1, "The source was read again");
		}
	}

	@Bean
	Sets sets() {
		return new Sets();
	}

	/**
	 * Makes the hit.
	 */
	static int hit(Sets sets) {
		return sets.find("EMS0");
	}

	/** A protected source. */
	static class Sets {

		private int reads;

		@StampedeProtected(cacheName = "sets", ttl = 600_000)
		int find(String code) {
			return ++this.reads;
		}

	}

}
