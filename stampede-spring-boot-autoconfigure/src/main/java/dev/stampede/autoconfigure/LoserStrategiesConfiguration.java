package dev.stampede.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.stampede.LoserStrategy;
import dev.stampede.OnLose;

/**
 * A strategy for each constant; a bean of the same name replaces it.
 */
@Configuration(proxyBeanMethods = false)
class LoserStrategiesConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = "serveStaleLoserStrategy")
	LoserStrategy serveStaleLoserStrategy() {
		return LoserStrategy.builtIn(OnLose.SERVE_STALE);
	}

	@Bean
	@ConditionalOnMissingBean(name = "pollLoserStrategy")
	LoserStrategy pollLoserStrategy() {
		return LoserStrategy.builtIn(OnLose.POLL);
	}

	@Bean
	@ConditionalOnMissingBean(name = "returnDefaultLoserStrategy")
	LoserStrategy returnDefaultLoserStrategy() {
		return LoserStrategy.builtIn(OnLose.RETURN_DEFAULT);
	}

	@Bean
	@ConditionalOnMissingBean(name = "failFastLoserStrategy")
	LoserStrategy failFastLoserStrategy() {
		return LoserStrategy.builtIn(OnLose.FAIL_FAST);
	}

}
