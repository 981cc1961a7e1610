package dev.stampede.autoconfigure;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.stampede.LoserStrategy;
import dev.stampede.OnLose;
import dev.stampede.StampedeConfigurationException;

/**
 * Strategy for each constant; a bean of the same name replaces it.
 */
@Configuration(proxyBeanMethods = false)
class LoserStrategiesConfiguration {

	private static final Map<OnLose, String> NAMES = Map.of(OnLose.SERVE_STALE, "serveStaleLoserStrategy", OnLose.POLL,
			"pollLoserStrategy", OnLose.RETURN_DEFAULT, "returnDefaultLoserStrategy", OnLose.FAIL_FAST,
			"failFastLoserStrategy");

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

	/**
	 * Checks that each constant has one strategy.
	 * @param beans the strategies by the names of their beans
	 * @return the strategies
	 */
	static Collection<LoserStrategy> unique(Map<String, LoserStrategy> beans) {
		Map<OnLose, LoserStrategy> strategies = new EnumMap<>(OnLose.class);
		Map<OnLose, String> names = new EnumMap<>(OnLose.class);
		beans.forEach((name, strategy) -> {
			OnLose constant = strategy.handles();
			String other = names.put(constant, name);
			if (other != null) {
				throw new StampedeConfigurationException(
						"Two LoserStrategy beans handle " + constant + ": '" + other + "' and '" + name + "'",
						"Keep one; to replace the built-in one, name yours '" + NAMES.get(constant) + "'");
			}
			strategies.put(constant, strategy);
		});
		return strategies.values();
	}

}
