package dev.stampede.autoconfigure;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

import dev.stampede.LoserStrategy;
import dev.stampede.OnLose;

/**
 * Sees to it that each constant has one strategy.
 */
final class LoserStrategies {

	private static final Map<OnLose, String> NAMES = Map.of(OnLose.SERVE_STALE, "serveStaleLoserStrategy", OnLose.POLL,
			"pollLoserStrategy", OnLose.RETURN_DEFAULT, "returnDefaultLoserStrategy", OnLose.FAIL_FAST,
			"failFastLoserStrategy");

	private LoserStrategies() {
	}

	static Collection<LoserStrategy> unique(Map<String, LoserStrategy> beans) {
		Map<OnLose, LoserStrategy> strategies = new EnumMap<>(OnLose.class);
		Map<OnLose, String> names = new EnumMap<>(OnLose.class);
		beans.forEach((name, strategy) -> {
			OnLose constant = strategy.handles();
			String other = names.put(constant, name);
			if (other != null) {
				throw new InvalidStampedeConfigurationException(
						"Two LoserStrategy beans handle " + constant + ": '" + other + "' and '" + name + "'",
						"Keep one; to replace the built-in one, name yours '" + NAMES.get(constant) + "'");
			}
			strategies.put(constant, strategy);
		});
		return strategies.values();
	}

}
