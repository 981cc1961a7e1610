package dev.stampede.values;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Values whose declared type leaves open what they are, and that come back as they were.
 */
@SuppressWarnings("unused") // fields are found by name
final class StoredTrees {

	final JsonNode tree = object().set("list", object().arrayNode().add(1).add("b").addNull());

	final JsonNode leaf = object().put("a", true).path("a");

	final ObjectNode objectNode = object().put("a", "b").put("n", 7).put("big", 5_000_000_000L);

	final ArrayNode arrayNode = object().arrayNode().add(1).add(1.5);

	final Map<String, @Nullable Object> map = map();

	final List<@Nullable Object> list = Arrays.asList("a", 7, 1.5, true, null, List.of(1), Map.of("a", "b"));

	private static ObjectNode object() {
		return JsonMapper.shared().createObjectNode();
	}

	private static Map<String, @Nullable Object> map() {
		Map<String, @Nullable Object> map = new LinkedHashMap<>();
		map.put("text", "a");
		map.put("number", 7);
		map.put("long", 5_000_000_000L);
		map.put("nothing", null);
		map.put("nested", Map.of("list", List.of("a", 1.5)));
		return map;
	}

}
