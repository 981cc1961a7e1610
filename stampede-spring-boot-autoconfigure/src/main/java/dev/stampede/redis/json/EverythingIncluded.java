package dev.stampede.redis.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Writes every property, whatever annotations for the web leave out when it is null or
 * empty: then one that is missing tells that the entry is of another type, or of another
 * version of it.
 */
final class EverythingIncluded extends JacksonAnnotationIntrospector {

	@Override
	public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated annotated) {
		return JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS);
	}

}
