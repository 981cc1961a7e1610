package dev.stampede.nativeimage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;

import dev.stampede.testing.ChildJvm;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an application protects when it runs from code that was generated ahead of
 * time, as in a native image.
 */
@ExtendWith(RedisExtension.class)
class AheadOfTimeTests {

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
		assertThat(new ChildJvm().options("-Dspring.aot.enabled=true")
			.before(this.folder.resolve("classes"))
			.run(NAME, arguments())).containsExactly("generated true", "annotations processed at run time false",
					"herd [[Quote[name=quote, number=1]]]", "hit [Quote[name=quote, number=1]]",
					"bypassed [Quote[name=quote, number=2]]",
					"record [Quote[name=record, number=3], Quote[name=record, number=3]]",
					"fallback Quote[name=StampedeLockedException, number=0]");
	}

	private void generate() throws Exception {
		SpringApplicationAotProcessor.main(concat(new String[] { NAME, folder("sources"), folder("classes"),
				folder("classes"), "dev.stampede", "sample" }, arguments()));
		List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", folder("classes"), "-classpath",
				new ChildJvm().before(this.folder.resolve("classes")).classPath()));
		try (Stream<Path> sources = Files.walk(this.folder.resolve("sources"))) {
			sources.map(Path::toString).filter((name) -> name.endsWith(".java")).forEach(options::add);
		}
		assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new))).isZero();
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
