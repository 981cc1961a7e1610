package dev.stampede.values;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The bytes in Redis are those of a file, so that a change of them is seen.
 */
@ExtendWith(RedisExtension.class)
class StoredBytesTests {

	private static final String FILE = "stored-values.txt";

	private static final String WRITE = "dev.stampede.test.stored-values.write";

	private static final int HEADER = 40;

	private final TestRedis redis;

	StoredBytesTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void bytesAreThoseOfTheFile() throws IOException {
		List<String> lines;
		try (ValueStore store = new ValueStore(this.redis)) {
			lines = StoredValues.all().filter(StoredBytesTests::isTheSameEverywhere).map((value) -> {
				store.get(value.name(), value.type(), value::value);
				return line(value, Objects.requireNonNull(store.bytes(value.name())));
			}).toList();
		}
		if (Boolean.getBoolean(WRITE)) {
			Files.write(Path.of("src/test/resources/dev/stampede/values", FILE), lines, StandardCharsets.US_ASCII);
		}
		assertThat(lines).as("""
				The bytes of an entry are no longer those of %s. During a rolling deploy both versions read what the \
				other has stored: make sure that an old entry is either read as before or is a miss, for which the \
				version in EntryFormat and fill.lua is there. If that is so, and meant, write the file anew with \
				-D%s=true and tell users in the changelog.""", FILE, WRITE).containsExactlyElementsOf(file());
	}

	// A date of JDBC is midnight where the JVM is.
	private static boolean isTheSameEverywhere(StoredValue value) {
		return value.type() != java.sql.Date.class;
	}

	private static String line(StoredValue value, byte[] bytes) {
		ByteBuffer header = ByteBuffer.wrap(bytes, 4, HEADER - 4);
		long filledAt = header.getLong();
		String ends = Stream.generate(() -> "+" + (header.getLong() - filledAt))
			.limit(3)
			.collect(Collectors.joining(" "));
		String payload = new String(bytes, HEADER, bytes.length - HEADER, StandardCharsets.UTF_8);
		return value.name() + " | " + value.type().getTypeName().replaceAll("[\\w.]+[.$]", "") + " | "
				+ HexFormat.of().formatHex(bytes, 0, 4) + " " + ends + " | " + ascii(payload);
	}

	private static String ascii(String text) {
		return text.chars()
			.mapToObj((c) -> (c < 0x7f) ? String.valueOf((char) c) : String.format("{%04x}", c))
			.collect(Collectors.joining());
	}

	private static List<String> file() throws IOException {
		try (InputStream file = StoredBytesTests.class.getResourceAsStream(FILE)) {
			if (file == null) {
				return List.of();
			}
			return new String(file.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
		}
	}

}
