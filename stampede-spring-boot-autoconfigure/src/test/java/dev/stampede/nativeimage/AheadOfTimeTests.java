package dev.stampede.nativeimage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;

import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an application protects when it runs from code that was generated ahead of
 * time, as in a native image.
 */
@ExtendWith(RedisExtension.class)
class AheadOfTimeTests {

	private static final long LIMIT_SECONDS = 120;

	private static final String NAME = AotApplication.class.getName();

	private final TestRedis redis;

	@TempDir
	private Path folder;

	AheadOfTimeTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void applicationRunsFromGeneratedCode() throws Exception {
		generate();
		assertThat(this.folder.resolve("classes/" + NAME.replace('.', '/') + "__ApplicationContextInitializer.class"))
			.exists();
		assertThat(this.folder.resolve("classes/dev/stampede/nativeimage/AotPrices$$SpringCGLIB$$0.class")).exists();
		assertThat(run()).containsExactly("generated true", "annotations processed at run time false",
				"herd [[Quote[name=quote, number=1]]]", "hit [Quote[name=quote, number=1]]",
				"bypassed [Quote[name=quote, number=2]]",
				"record [Quote[name=record, number=3], Quote[name=record, number=3]]",
				"fallback Quote[name=StampedeLockedException, number=0]");
	}

	private void generate() throws Exception {
		SpringApplicationAotProcessor.main(concat(new String[] { NAME, folder("sources"), folder("classes"),
				folder("classes"), "dev.stampede", "sample" }, arguments()));
		List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", folder("classes"), "-classpath",
				folder("classes") + System.getProperty("path.separator") + System.getProperty("java.class.path")));
		try (Stream<Path> sources = Files.walk(this.folder.resolve("sources"))) {
			sources.map(Path::toString).filter((name) -> name.endsWith(".java")).forEach(options::add);
		}
		assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new))).isZero();
	}

	private List<String> run() throws IOException, InterruptedException {
		Path out = this.folder.resolve("out");
		Path log = this.folder.resolve("log");
		Process process = new ProcessBuilder(
				concat(new String[] { Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dspring.aot.enabled=true", "-cp",
						folder("classes") + System.getProperty("path.separator")
								+ System.getProperty("java.class.path"),
						NAME }, arguments()))
			.redirectOutput(out.toFile())
			.redirectError(log.toFile())
			.start();
		if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
			process.destroyForcibly();
		}
		assertThat(process.waitFor()).as(Files.readString(out) + Files.readString(log)).isZero();
		return Files.readAllLines(out)
			.stream()
			.filter((line) -> line.startsWith("> "))
			.map((line) -> line.substring(2))
			.toList();
	}

	private String[] arguments() {
		return Stream.concat(Stream.of(this.redis.properties()), Stream.of("stampede.redis-timeout=5s"))
			.map((property) -> "--" + property)
			.toArray(String[]::new);
	}

	private String folder(String name) {
		return this.folder.resolve(name).toString();
	}

	private static String[] concat(String[] first, String[] second) {
		return Stream.concat(Arrays.stream(first), Arrays.stream(second)).toArray(String[]::new);
	}

}
