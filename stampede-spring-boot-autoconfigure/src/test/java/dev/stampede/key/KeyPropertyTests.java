package dev.stampede.key;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.stampede.key.KeyArguments.Argument;
import dev.stampede.key.KeyArguments.Signature;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Different argument lists of one method never share a key, and equal ones always do, in
 * every JVM. Random, from a seed that {@code dev.stampede.test.keys.seed} sets;
 * {@code dev.stampede.test.keys} sets how many lists are tried for each method.
 */
class KeyPropertyTests {

	private static final int LISTS = Integer.getInteger("dev.stampede.test.keys", 20_000);

	private static final long SEED = Long.getLong("dev.stampede.test.keys.seed", 42);

	private static final String FILE = "keys.txt";

	private static final String WRITE = "dev.stampede.test.keys.write";

	@ParameterizedTest
	@MethodSource
	void keysAreEqualWhereArgumentsAre(Signature signature) {
		Random random = new Random(SEED);
		Map<String, String> argumentsByKey = new HashMap<>();
		Map<String, String> keyByArguments = new HashMap<>();
		for (int i = 0; i < LISTS; i++) {
			List<Argument> arguments = signature.arguments(random);
			String key = key(arguments);
			String content = arguments.stream().map(Argument::content).toList().toString();
			assertThat(argumentsByKey.putIfAbsent(key, content))
				.as("arguments that share the key %s, seed %s", key, SEED)
				.isIn(null, content);
			assertThat(keyByArguments.putIfAbsent(content, key)).as("keys of %s, seed %s", content, SEED)
				.isIn(null, key);
			assertThat(key.getBytes(StandardCharsets.UTF_8)).asString(StandardCharsets.UTF_8).isEqualTo(key);
		}
		assertThat(argumentsByKey).hasSizeGreaterThan(10);
	}

	static Stream<Signature> keysAreEqualWhereArgumentsAre() {
		return KeyArguments.signatures();
	}

	@Test
	void keysAreTheSameInEveryJvm() throws IOException {
		List<String> lines = KeyArguments.signatures().flatMap((signature) -> {
			Random random = new Random(7);
			return Stream.generate(() -> key(signature.arguments(random)))
				.limit(12)
				.map((key) -> signature + " " + ascii(key));
		}).toList();
		if (Boolean.getBoolean(WRITE)) {
			Files.write(Path.of("src/test/resources/dev/stampede/key", FILE), lines, StandardCharsets.US_ASCII);
		}
		assertThat(lines).as("""
				Keys are no longer those of %s. Entries under the old keys will not be found any more, and during a \
				rolling deploy old and new instances read the source for themselves. If that is meant, write the file \
				anew with -D%s=true and tell users in the changelog.""", FILE, WRITE).containsExactlyElementsOf(file());
	}

	private static String key(List<Argument> arguments) {
		List<Object> values = new ArrayList<>();
		arguments.forEach((argument) -> values.add(argument.value()));
		boolean single = values.size() == 1 && values.get(0) != null;
		return EntryKey.of("cache", single ? values.get(0) : values.toArray()).key();
	}

	private static String ascii(String key) {
		boolean plain = key.chars().allMatch((c) -> c > ' ' && c < 0x7f);
		return plain ? key : "base64:" + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
	}

	private static List<String> file() throws IOException {
		try (InputStream file = KeyPropertyTests.class.getResourceAsStream(FILE)) {
			if (file == null) {
				return List.of();
			}
			return new String(file.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
		}
	}

}
