package dev.stampede.redis.json;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonBackReference;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonManagedReference;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.ParameterizedTypeReference;

import dev.stampede.store.UnstorableValueException;
import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The proof compares what comes back by content, and believes the equality of a class.
 */
@ExtendWith(OutputCaptureExtension.class)
class ValueProofTests {

	private final JsonCodecs codecs = new JsonCodecs();

	static Stream<Arguments> others() {
		return Stream.of(Arguments.of(new Identified("a"), Identified.class, "perhaps by its field identity"),
				Arguments.of(new Holder<>(new Identified("a")), new ParameterizedTypeReference<Holder<Identified>>() {
				}.getType(), "Holder.content"), Arguments.of(new ObjectId(), ObjectId.class, "made anew"),
				Arguments.of(new Document(new ObjectId(), "a"), Document.class, "Document.id"),
				Arguments.of(new IdentifiedQueue(), IdentifiedQueue.class, "perhaps by its field identity"),
				Arguments.of(new Holder<>(new ConcurrentLinkedQueue<>(List.of(new ObjectId()))),
						new ParameterizedTypeReference<Holder<Collection<ObjectId>>>() {
						}.getType(), "Holder.content"),
				Arguments.of(new NoEquality(new ObjectId()), NoEquality.class, "NoEquality.id"),
				Arguments.of(new Quote(Instant.ofEpochMilli(1)), Quote.class, "Quote.at"));
	}

	@ParameterizedTest
	@MethodSource("others")
	void valueThatComesBackAsAnotherIsNotStored(Object value, Type type, String place, CapturedOutput output) {
		ValueCodec<Object> codec = this.codecs.codec("sets", type);
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> codec.encode(value))
				.withMessageContaining(place);
		}
		assertThat(output).containsOnlyOnce("is not stored in the cache 'sets'");
	}

	static Stream<Arguments> same() {
		Set<Element> elements = new HashSet<>();
		IntStream.range(0, 20).mapToObj((i) -> new Element("e" + i)).forEach(elements::add);
		return Stream.of(Arguments.of(new Lines(new IdentityList<>(List.of("a", "b"))), Lines.class),
				Arguments.of(new Lines(new ConcurrentLinkedQueue<>(List.of("a", "b"))), Lines.class),
				Arguments.of(new Dated(new Timestamp(1_700_000_000_000L)), Dated.class),
				Arguments.of(new Counted(new AtomicInteger(7), new byte[][] { { 1 } }), Counted.class),
				Arguments.of(elements, new ParameterizedTypeReference<Set<Element>>() {
				}.getType()),
				Arguments.of(new Holder<>(elements), new ParameterizedTypeReference<Holder<HashSet<Element>>>() {
				}.getType()), Arguments.of(parent(), Parent.class));
	}

	@ParameterizedTest
	@MethodSource("same")
	void partsWithoutEqualityAreComparedByContent(Object value, Type type) {
		ValueCodec<Object> codec = this.codecs.codec("sets", type);
		byte[] payload = codec.encode(value);
		assertThat(codec.decode(payload)).hasSameClassAs(codec.decode(codec.encode(codec.decode(payload))));
	}

	@Test
	void equalityWithoutEndIsNotStoredAndWarnedOf(CapturedOutput output) {
		ValueCodec<Object> codec = this.codecs.codec("sets", Endless.class);
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> codec.encode(new Endless()));
		assertThat(output).containsOnlyOnce("is not stored in the cache 'sets'").contains("overflows the stack");
	}

	@Test
	void stateThatIsNotWrittenIsNamedOnceWhenTheCodecIsMade(CapturedOutput output) {
		ValueCodec<Object> codec = this.codecs.codec("sets", new ParameterizedTypeReference<List<Customer>>() {
		}.getType());
		assertThat(output).containsOnlyOnce("are stored without")
			.contains("Customer.orders, Customer.password, Customer.cached, Customer.hidden, which no property writes");
		assertThat(new String(codec.encode(List.of(new Customer())), StandardCharsets.UTF_8))
			.isEqualTo("[{\"active\":true,\"name\":\"a\"}]");
		assertThat(output).containsOnlyOnce("are stored without").doesNotContain("is not stored in");
	}

	@Test
	void stateThatIsAllWrittenIsNoWarning(CapturedOutput output) {
		this.codecs.codec("sets", JsonValueCodecTests.Bean.class);
		this.codecs.codec("sets", JsonValueCodecTests.Price.class);
		this.codecs.codec("sets", Parent.class);
		assertThat(output).doesNotContain("are stored without");
	}

	private static Parent parent() {
		Parent parent = new Parent();
		for (int i = 0; i < 2; i++) {
			Child child = new Child();
			child.parent = parent;
			child.number = i;
			parent.children.add(child);
		}
		return parent;
	}

	record Holder<T>(T content) {

	}

	/** Makes what it is known by, and does not write it. */
	static class Identified {

		private final UUID identity = UUID.randomUUID();

		public String name = "";

		Identified() {
		}

		Identified(String name) {
			this.name = name;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Identified identified && identified.identity.equals(this.identity);
		}

		@Override
		public int hashCode() {
			return this.identity.hashCode();
		}

	}

	/** The same, with a part that knows no equality. */
	static final class IdentifiedQueue extends Identified {

		public Collection<String> lines = new IdentityList<>(List.of("a"));

	}

	/** Reads with a constructor that makes another one. */
	public static final class ObjectId {

		private static final AtomicInteger COUNTER = new AtomicInteger();

		private final int counter = COUNTER.incrementAndGet();

		public int getTimestamp() {
			return 7;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof ObjectId id && id.counter == this.counter;
		}

		@Override
		public int hashCode() {
			return this.counter;
		}

	}

	record Document(ObjectId id, String title) {

	}

	static final class NoEquality {

		public ObjectId id;

		NoEquality() {
			this(new ObjectId());
		}

		NoEquality(ObjectId id) {
			this.id = id;
		}

	}

	record Quote(@JsonFormat(pattern = "yyyy-MM-dd'T'HH:mm:ssX", timezone = "UTC") Instant at) {

	}

	record Lines(Collection<String> lines) {

	}

	@SuppressWarnings("JavaUtilDate")
	record Dated(Date at) {

	}

	@SuppressWarnings("ArrayRecordComponent")
	record Counted(AtomicInteger count, byte[][] content) {

	}

	/** As an ORM has them. */
	static class IdentityList<E> extends ArrayList<E> {

		private static final long serialVersionUID = 1;

		IdentityList(Collection<E> elements) {
			super(elements);
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			return System.identityHashCode(this);
		}

	}

	static final class Element {

		public String name;

		Element() {
			this("");
		}

		Element(String name) {
			this.name = name;
		}

	}

	static final class Parent {

		@JsonManagedReference
		public List<Child> children = new ArrayList<>();

	}

	static final class Child {

		@JsonBackReference
		public @Nullable Parent parent;

		public int number;

	}

	static final class Endless {

		public String name = "a";

		@Override
		@SuppressWarnings("InfiniteRecursion")
		public boolean equals(@Nullable Object other) {
			return other != null && other.equals(this);
		}

		@Override
		public int hashCode() {
			return 0;
		}

	}

	@SuppressWarnings("unused")
	public static final class Customer {

		public String name = "a";

		private boolean isActive = true;

		@JsonIgnore
		public List<String> orders = List.of("a");

		@JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
		public String password = "a";

		private final transient int cached = 7;

		private final int hidden = 7;

		public boolean isActive() {
			return this.isActive;
		}

		public void setActive(boolean active) {
			this.isActive = active;
		}

	}

}
