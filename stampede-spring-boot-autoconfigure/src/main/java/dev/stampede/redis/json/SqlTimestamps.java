package dev.stampede.redis.json;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Date;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Timestamps of JDBC with their nanoseconds. A class of its own, since a Java runtime may
 * lack {@code java.sql}.
 */
final class SqlTimestamps {

	private SqlTimestamps() {
	}

	static void addTo(SimpleModule module) {
		module.addSerializer(Timestamp.class, new Writer());
		module.addDeserializer(Timestamp.class, new Reader());
	}

	/**
	 * Returns whether a value is a timestamp that is whole where {@code java.util.Date}
	 * is declared.
	 * @param value a date or one of its subclasses
	 * @return whether it is a timestamp with nothing below the millisecond
	 */
	static boolean isDate(Date value) {
		return value instanceof Timestamp timestamp && timestamp.getNanos() % 1_000_000 == 0;
	}

	private static final class Writer extends StdScalarSerializer<Timestamp> {

		Writer() {
			super(Timestamp.class);
		}

		@Override
		public void serialize(Timestamp value, JsonGenerator json, SerializationContext context) {
			json.writeString(value.toInstant().toString());
		}

	}

	private static final class Reader extends StdScalarDeserializer<Timestamp> {

		Reader() {
			super(Timestamp.class);
		}

		@Override
		public Timestamp deserialize(JsonParser json, DeserializationContext context) {
			return Timestamp.from(Instant.parse(json.getString()));
		}

	}

}
