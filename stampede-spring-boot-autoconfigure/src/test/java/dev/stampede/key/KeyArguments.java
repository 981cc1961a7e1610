package dev.stampede.key;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Random argument lists of methods. Each argument says what it contains in a form that
 * has nothing to do with the way in which keys are rendered.
 */
final class KeyArguments {

	private static final String[] PARTS = { "", "a", "b", "a:b", ":", "::", "%", "%2C", "%null", "%empty", "%set",
			"null", ",", "(", ")", "()", "(a,b)", "{", "}", "{a}", "*", "?", "[a]", "~", "%~", " ", "\n", "\u0000", "é",
			"e\u0301", "😀", "\ud83d", "\ude00", "\ufffd", "1", "01", "-0.0", "true", "y".repeat(90), "y".repeat(200) };

	private KeyArguments() {
	}

	/**
	 * Returns methods, each by the declared types of its parameters.
	 * @return the methods
	 */
	static Stream<Signature> signatures() {
		Function<Random, Argument> texts = listOf(KeyArguments::text);
		return Stream.of(new Signature("String", KeyArguments::text),
				new Signature("String,String", orNull(KeyArguments::text), orNull(KeyArguments::text)),
				new Signature("String,long,Boolean", KeyArguments::text, KeyArguments::number,
						orNull(KeyArguments::truth)),
				new Signature("String...", arrayOf(orNull(KeyArguments::text))),
				new Signature("String,String...", orNull(KeyArguments::text), arrayOf(KeyArguments::text)),
				new Signature("String[][]", arrayOf(orNull(arrayOf(KeyArguments::text)))),
				new Signature("List<String>", texts), new Signature("List<List<String>>", listOf(orNull(texts))),
				new Signature("Collection<String>", collectionOf(KeyArguments::text)),
				new Signature("Collection<Collection<String>>", collectionOf(collectionOf(KeyArguments::text))),
				new Signature("Set<String>,String", setOf(orNull(KeyArguments::text)), KeyArguments::text),
				new Signature("Map<String,Long>", mapOf(orNull(KeyArguments::text), orNull(KeyArguments::number))),
				new Signature("Map<String,List<String>>,String", mapOf(KeyArguments::text, texts), KeyArguments::text),
				new Signature("Optional<String>,String", optional(KeyArguments::text), orNull(KeyArguments::text)),
				new Signature("Optional<List<String>>", optional(texts)),
				new Signature("Pair,Pair", orNull(KeyArguments::pair), KeyArguments::pair),
				new Signature("Locale,char", KeyArguments::locale, KeyArguments::character),
				new Signature("double,State", KeyArguments::decimal, KeyArguments::constant),
				new Signature("int[],byte[]", KeyArguments::ints, orNull(KeyArguments::bytes)));
	}

	private static Argument text(Random random) {
		StringBuilder text = new StringBuilder();
		int count = random.nextInt(3);
		for (int i = 0; i < count; i++) {
			text.append(PARTS[random.nextInt(PARTS.length)]);
		}
		return leaf(text.toString(), text.toString());
	}

	private static Argument number(Random random) {
		long number = random.nextInt(5) - 2L;
		return leaf(number, Long.toString(number));
	}

	private static Argument truth(Random random) {
		boolean truth = random.nextBoolean();
		return leaf(truth, Boolean.toString(truth));
	}

	private static Argument decimal(Random random) {
		double decimal = new double[] { 0.0, -0.0, 1, 1e300, Double.NaN, Double.MIN_VALUE }[random.nextInt(6)];
		return leaf(decimal, Long.toHexString(Double.doubleToLongBits(decimal)));
	}

	private static Argument character(Random random) {
		char character = "a,(%{\ud83d\ude00\u0000".charAt(random.nextInt(8));
		return leaf(character, Integer.toString(character));
	}

	private static Argument constant(Random random) {
		Thread.State state = List.of(Thread.State.NEW, Thread.State.RUNNABLE, Thread.State.BLOCKED)
			.get(random.nextInt(3));
		return leaf(state, state.name());
	}

	private static Argument locale(Random random) {
		Locale locale = List
			.of(Locale.ROOT, Locale.GERMAN, Locale.GERMANY, new Locale.Builder().setScript("Latn").build(),
					new Locale.Builder().setScript("Cyrl").build(),
					new Locale.Builder().setLanguage("en").setVariant("polyton").build(),
					Locale.forLanguageTag("th-TH-u-ca-buddhist"), Locale.forLanguageTag("th-TH"))
			.get(random.nextInt(8));
		return leaf(locale, locale.toLanguageTag());
	}

	private static Argument ints(Random random) {
		int[] ints = random.ints(random.nextInt(4), 0, 3).toArray();
		return new Argument(ints, "i" + IntStream.of(ints).boxed().toList());
	}

	private static Argument bytes(Random random) {
		byte[] bytes = new byte[random.nextInt(3)];
		random.nextBytes(bytes);
		return new Argument(bytes, "b" + IntStream.range(0, bytes.length).mapToObj((index) -> bytes[index]).toList());
	}

	private static Argument pair(Random random) {
		Argument left = orNull(KeyArguments::text).apply(random);
		Argument right = collectionOf(KeyArguments::text).apply(random);
		return new Argument(new Pair(left.value(), right.value()), "p" + left.content() + right.content());
	}

	private static Function<Random, Argument> orNull(Function<Random, Argument> some) {
		return (random) -> (random.nextInt(5) == 0) ? new Argument(null, "n") : some.apply(random);
	}

	private static Function<Random, Argument> optional(Function<Random, Argument> some) {
		return (random) -> {
			Argument content = some.apply(random);
			return random.nextBoolean() ? new Argument(Optional.empty(), "o")
					: new Argument(Optional.ofNullable(content.value()), "o" + content.content());
		};
	}

	private static Function<Random, Argument> listOf(Function<Random, Argument> element) {
		return elements(element, (list) -> list, "l");
	}

	private static Function<Random, Argument> arrayOf(Function<Random, Argument> element) {
		return elements(element, List::toArray, "a");
	}

	// A queue is a list: it has an order, and no equality of its own.
	private static Function<Random, Argument> collectionOf(Function<Random, Argument> element) {
		Function<Random, Argument> queue = elements(element, ArrayDeque::new, "l");
		List<Function<Random, Argument>> kinds = List.of(listOf(element), setOf(element), queue);
		return (random) -> kinds.get(random.nextInt(kinds.size())).apply(random);
	}

	private static Function<Random, Argument> elements(Function<Random, Argument> element,
			Function<List<@Nullable Object>, Object> container, String mark) {
		return (random) -> {
			List<Argument> elements = Stream.generate(() -> element.apply(random)).limit(random.nextInt(4)).toList();
			List<@Nullable Object> values = new ArrayList<>();
			elements.forEach((each) -> values.add(each.value()));
			return new Argument(container.apply(values), mark + elements.stream().map(Argument::content).toList());
		};
	}

	private static Function<Random, Argument> setOf(Function<Random, Argument> element) {
		return (random) -> {
			Map<String, Argument> elements = distinct(element, random);
			List<@Nullable Object> values = new ArrayList<>();
			elements.values().forEach((each) -> values.add(each.value()));
			Collections.shuffle(values, random);
			return new Argument(new LinkedHashSet<>(values), "s" + elements.keySet());
		};
	}

	private static Function<Random, Argument> mapOf(Function<Random, Argument> key, Function<Random, Argument> value) {
		return (random) -> {
			Map<@Nullable Object, @Nullable Object> map = new HashMap<>();
			StringBuilder content = new StringBuilder("m");
			distinct(key, random).forEach((name, each) -> {
				Argument of = value.apply(random);
				map.put(each.value(), of.value());
				content.append(name).append(of.content());
			});
			return new Argument(map, content.toString());
		};
	}

	private static Map<String, Argument> distinct(Function<Random, Argument> element, Random random) {
		Map<String, Argument> elements = new TreeMap<>();
		Stream.generate(() -> element.apply(random))
			.limit(random.nextInt(4))
			.forEach((each) -> elements.put(each.content(), each));
		return elements;
	}

	private static Argument leaf(Object value, String content) {
		return new Argument(value, content.length() + ":" + content);
	}

	/**
	 * A method.
	 */
	record Signature(String name, List<Function<Random, Argument>> parameters) {

		@SafeVarargs
		@SuppressWarnings("varargs") // the array is only read
		Signature(String name, Function<Random, Argument>... parameters) {
			this(name, List.of(parameters));
		}

		List<Argument> arguments(Random random) {
			return this.parameters.stream().map((parameter) -> parameter.apply(random)).toList();
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

	/**
	 * An argument.
	 *
	 * @param value the argument
	 * @param content what it contains: equal if and only if two arguments are
	 */
	record Argument(@Nullable Object value, String content) {

	}

	record Pair(@Nullable Object left, @Nullable Object right) {

	}

}
