package dev.stampede.interceptor;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests with classes that are compiled without names of parameters.
 */
class WithoutParameterNamesTests {

	private final Advice advice = new Advice();

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path folder;

	@Test
	void nameOfAParameterInAKeyStopsTheStartAndSaysWhy() throws Exception {
		Class<?> type = compile("@StampedeProtected(key = \"{#tenant, #id}\")");
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> this.advice.methods.of(type))
			.withMessageContaining("#tenant")
			.satisfies((ex) -> assertThat(ex.getAction()).contains("-parameters").contains("#p0"));
	}

	@Test
	void indexedKeyTellsArgumentsApart() throws Exception {
		Class<?> type = compile("@StampedeProtected(cacheName = \"c\", key = \"{#p0, #a1}\")");
		BiFunction<String, Integer, String> finder = proxy(type);
		assertThat(finder.apply("a", 1)).isEqualTo("a1");
		assertThat(finder.apply("b", 2)).isEqualTo("b2");
		assertThat(this.advice.engine.keys).containsExactly("c::(a,1)", "c::(b,2)");
	}

	@Test
	void defaultKeyNeedsNoNames() throws Exception {
		Class<?> type = compile("@StampedeProtected");
		BiFunction<String, Integer, String> finder = proxy(type);
		assertThat(finder.apply("a", 1)).isEqualTo("a1");
		assertThat(this.advice.engine.keys).containsExactly("Generated.apply::(a,1)");
	}

	@SuppressWarnings("unchecked") // as generated
	private BiFunction<String, Integer, String> proxy(Class<?> type) throws ReflectiveOperationException {
		return this.advice.interfaceProxy(type.getDeclaredConstructor().newInstance(), BiFunction.class);
	}

	private Class<?> compile(String annotation) throws IOException, ClassNotFoundException {
		String source = """
				import dev.stampede.StampedeProtected;
				public class Generated implements java.util.function.BiFunction<String, Integer, String> {
					%s
					public String apply(String tenant, Integer id) {
						return tenant + id;
					}
				}
				""".formatted(annotation);
		JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Generated.java"),
				JavaFileObject.Kind.SOURCE) {

			@Override
			public CharSequence getCharContent(boolean ignoreEncodingErrors) {
				return source;
			}

		};
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		List<String> options = List.of("-proc:none", "-d", this.folder.toString(), "-classpath",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
		assertThat(compiler.getTask(null, null, null, options, null, List.of(file)).call()).isTrue();
		URL[] path = { this.folder.toUri().toURL() };
		return new URLClassLoader(path, getClass().getClassLoader()).loadClass("Generated");
	}

}
