package dev.stampede.redis.json;

import tools.jackson.databind.json.JsonMapper;

/**
 * Customizer of the mapper that writes and reads values, for modules and mix-ins of types
 * that it does not know. Each bean of this type is called once, in order. Default typing
 * and class names stay off, whatever it sets.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface StampedeJsonCustomizer {

	/**
	 * Adds to the mapper. What changes how a type is written changes its stored form:
	 * older entries of the type are then misses, or are read as the new form has it.
	 * @param builder the builder, with all settings of Stampede
	 */
	void customize(JsonMapper.Builder builder);

}
