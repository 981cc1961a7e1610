package dev.stampede.redis.json;

import java.time.Instant;
import java.time.format.DateTimeParseException;

import tools.jackson.databind.JsonNode;

/**
 * Instants in JSON, which a date and a timestamp of JDBC write with and without a
 * fraction.
 */
final class DatesAsText {

	private DatesAsText() {
	}

	/**
	 * Returns a text that is the same for both ways of writing an instant.
	 * @param node a text in JSON
	 * @return the instant that it tells, or the text as JSON
	 */
	static String canonical(JsonNode node) {
		String text = node.stringValue();
		if (text.endsWith("Z") && text.length() >= "2026-11-29T15:00:00Z".length()) {
			try {
				return Instant.parse(text).toString();
			}
			catch (DateTimeParseException ex) {
				return node.toString();
			}
		}
		return node.toString();
	}

}
