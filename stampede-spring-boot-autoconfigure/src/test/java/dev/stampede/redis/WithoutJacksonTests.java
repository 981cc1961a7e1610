package dev.stampede.redis;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.OverridingClassLoader;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests values where Jackson is not on the class path. The codecs are loaded anew, by a
 * class loader that hides it.
 */
class WithoutJacksonTests {

	@Test
	void advicesToAddItOrToNameASerializer() {
		assertThatExceptionOfType(InvocationTargetException.class).isThrownBy(() -> codec(null))
			.havingCause()
			.isInstanceOf(InvalidSettingsException.class)
			.withMessageContaining("Jackson 3 is not on the class path")
			.withMessageContaining("add tools.jackson.core:jackson-databind")
			.withMessageContaining("stampede.caches.[My.Prices].serializer");
	}

	@Test
	void serializerWillDo() throws Exception {
		ValueCodec<Object> codec = codec(RedisSerializer.java());
		assertThat(codec.decode(codec.encode("value"))).isEqualTo("value");
	}

	@SuppressWarnings("unchecked") // as declared
	private static ValueCodec<Object> codec(@Nullable RedisSerializer<?> serializer) throws Exception {
		Class<?> type = new WithoutJackson().loadClass(ValueCodecs.class.getName());
		Constructor<?> constructor = type.getDeclaredConstructor(Function.class);
		constructor.setAccessible(true);
		Method method = type.getDeclaredMethod("codec", String.class, Type.class);
		method.setAccessible(true);
		Function<String, @Nullable RedisSerializer<?>> serializers = (cacheName) -> serializer;
		return (ValueCodec<Object>) method.invoke(constructor.newInstance(serializers), "My.Prices", String.class);
	}

	/** Does not find Jackson. */
	private static final class WithoutJackson extends OverridingClassLoader {

		WithoutJackson() {
			super(WithoutJacksonTests.class.getClassLoader());
		}

		@Override
		protected boolean isEligibleForOverriding(String className) {
			return className.startsWith("dev.stampede.redis.");
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (name.startsWith("tools.jackson.")) {
				throw new ClassNotFoundException(name);
			}
			return super.loadClass(name, resolve);
		}

	}

}
