package dev.stampede.redis;

import java.lang.reflect.Type;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.util.ClassUtils;

import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.policy.PolicySettings;
import dev.stampede.redis.json.JsonCodecs;
import dev.stampede.redis.json.StampedeJsonCustomizer;
import dev.stampede.store.ValueCodec;

/**
 * Chooses the codec of a cache: its serializer if one is configured, else JSON.
 */
final class ValueCodecs {

	private final Function<String, @Nullable RedisSerializer<?>> serializers;

	private final @Nullable JsonCodecs json;

	private final ConcurrentMap<CodecKey, ValueCodec<?>> known = new ConcurrentHashMap<>();

	ValueCodecs(Function<String, @Nullable RedisSerializer<?>> serializers) {
		this(serializers, List.of());
	}

	ValueCodecs(Function<String, @Nullable RedisSerializer<?>> serializers,
			List<? extends StampedeJsonCustomizer> customizers) {
		this.serializers = serializers;
		boolean jackson = ClassUtils.isPresent("tools.jackson.databind.json.JsonMapper", getClass().getClassLoader());
		this.json = jackson ? new JsonCodecs(customizers) : null;
	}

	/**
	 * Returns the codec of a cache and a type, the same each time: callers of equal type
	 * know each other by it.
	 * @param <T> the declared type
	 * @param cacheName the cache
	 * @param type the declared type
	 * @return the codec
	 */
	@SuppressWarnings("unchecked") // a codec's type is that of its key
	<T> ValueCodec<T> codec(String cacheName, Type type) {
		return (ValueCodec<T>) this.known.computeIfAbsent(CodecKey.of(cacheName, type),
				(key) -> this.<T>make(cacheName, type));
	}

	private <T> ValueCodec<T> make(String cacheName, Type type) {
		RedisSerializer<?> serializer = this.serializers.apply(cacheName);
		if (serializer != null) {
			Class<?> raw = ResolvableType.forType(type).resolve(Object.class);
			return new SerializerCodec<>(serializer, ClassUtils.resolvePrimitiveIfNecessary(raw));
		}
		if (this.json == null) {
			throw new InvalidSettingsException(
					"the cache '" + cacheName + "' has no serializer, and Jackson 3 is not on the class path",
					"add tools.jackson.core:jackson-databind, or name a RedisSerializer bean in "
							+ PolicySettings.property(cacheName, "serializer"));
		}
		return this.json.codec(cacheName, type);
	}

	/**
	 * What a codec is known by. Types of the JDK and of Spring that are equal have
	 * different hash codes, so they are compared by name.
	 *
	 * @param cacheName the cache
	 * @param raw the class
	 * @param type the type with its generics
	 */
	private record CodecKey(String cacheName, Class<?> raw, String type) {

		static CodecKey of(String cacheName, Type type) {
			return new CodecKey(cacheName, ResolvableType.forType(type).resolve(Object.class), type.getTypeName());
		}

	}

}
