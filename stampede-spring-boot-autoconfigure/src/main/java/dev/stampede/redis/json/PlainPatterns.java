package dev.stampede.redis.json;

import java.util.regex.Pattern;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdScalarSerializer;

import dev.stampede.store.UnstorableValueException;

/**
 * Writes patterns that are all in their text: those with flags would come back without,
 * and patterns know no equality by which that could be seen.
 */
final class PlainPatterns extends StdScalarSerializer<Pattern> {

	PlainPatterns() {
		super(Pattern.class);
	}

	@Override
	public void serialize(Pattern value, JsonGenerator json, SerializationContext context) {
		if (value.flags() != Pattern.compile(value.pattern()).flags()) {
			throw new UnstorableValueException(
					"the flags of a Pattern would be lost: write them into it, such as (?i)");
		}
		json.writeString(value.pattern());
	}

}
