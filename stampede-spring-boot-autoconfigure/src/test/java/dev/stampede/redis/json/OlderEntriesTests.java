package dev.stampede.redis.json;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ParameterizedTypeReference;

import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Entries that another version of a class has written.
 */
class OlderEntriesTests {

	private final JsonCodecs codecs = new JsonCodecs();

	static List<Arguments> older() {
		Type list = new ParameterizedTypeReference<List<Bean>>() {
		}.getType();
		return List.of(Arguments.of(Bean.class, "{'name':'a'}"), Arguments.of(Bean.class, "{}"),
				Arguments.of(Bean.class, "{'size':1,'renamed':'a','lines':[]}"),
				Arguments.of(list, "[{'name':'a','size':1,'lines':[]},{'name':'a','size':1}]"),
				Arguments.of(Holder.class, "{'bean':{'name':'a','lines':[]}}"),
				Arguments.of(Shape.class, "{'@type':'circle','radius':1}"),
				Arguments.of(Shape.class, "{'radius':1,'@type':'circle'}"), Arguments.of(Level.class, "'REMOVED'"));
	}

	@ParameterizedTest
	@MethodSource("older")
	void entryThatLacksAPropertyIsNotRead(Type type, String json) {
		ValueCodec<Object> codec = this.codecs.codec("sets", type);
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> codec.decode(bytes(json)));
	}

	@Test
	void entryWithAPropertyThatIsNoLongerKnownIsRead() {
		ValueCodec<Bean> codec = this.codecs.codec("sets", Bean.class);
		Bean bean = codec.decode(bytes("{'old':{'a':[1]},'lines':['x'],'size':7,'name':null,'older':1}"));
		assertThat(bean.name).isNull();
		assertThat(bean.size).isEqualTo(7);
		assertThat(bean.lines).containsExactly("x");
	}

	@Test
	void propertyUnderItsAliasIsNotMissing() {
		ValueCodec<Bean> codec = this.codecs.codec("sets", Bean.class);
		assertThat(codec.decode(bytes("{'lines':[],'size':7,'formerName':'a'}")).name).isEqualTo("a");
	}

	@Test
	void propertyThatIsNeverWrittenIsNotMissing() {
		Bean bean = new Bean();
		bean.secret = "a";
		ValueCodec<Bean> codec = this.codecs.codec("sets", Bean.class);
		assertThat(codec.decode(codec.encode(bean)).secret).isNull();
		ValueCodec<Trimmed> trimmed = this.codecs.codec("sets", Trimmed.class);
		assertThat(trimmed.decode(trimmed.encode(new Trimmed())).bean.size).isZero();
	}

	@Test
	void subtypesWithSettersAreReadWholly() {
		ValueCodec<Shape> codec = this.codecs.codec("sets", Shape.class);
		Circle circle = (Circle) codec.decode(bytes("{'@type':'circle','radius':1,'color':'red'}"));
		assertThat(circle.color).isEqualTo("red");
		assertThat(((Circle) codec.decode(codec.encode(circle))).radius).isEqualTo(1);
	}

	private static byte[] bytes(String json) {
		return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
	}

	public static class Bean {

		@JsonAlias("formerName")
		public @Nullable String name;

		public int size;

		@JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
		public @Nullable String secret;

		private List<String> lines = new ArrayList<>();

		public List<String> getLines() {
			return this.lines;
		}

	}

	record Holder(Bean bean) {

	}

	static class Trimmed {

		@JsonIgnoreProperties("name")
		public Bean bean = new Bean();

	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
	@JsonSubTypes(@JsonSubTypes.Type(value = Circle.class, name = "circle"))
	interface Shape {

	}

	static class Circle implements Shape {

		public int radius;

		public @Nullable String color;

	}

	enum Level {

		LOW

	}

}
