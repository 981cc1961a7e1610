package dev.stampede.redis.json;

import java.io.Serializable;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.LinkedHashSet;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TimeZone;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.policy.PolicySettings;
import dev.stampede.store.ValueCodec;

/**
 * The codecs that write JSON, each bound to a declared type: no class names in Redis, no
 * polymorphic typing. Types that leave open what is to be read are refused. Safe for use
 * by many threads.
 */
public final class JsonCodecs {

	private static final int MAX_DEPTH = 200;

	private static final int MAX_BYTES = 64 * 1024 * 1024;

	private static final Set<Class<?>> ABSTRACT_BUT_READABLE = Set.of(Iterable.class, CharSequence.class, ZoneId.class,
			TimeZone.class, Calendar.class, Path.class, Charset.class);

	private static final Set<Class<?>> OPTIONAL_NUMBERS = Set.of(OptionalInt.class, OptionalLong.class,
			OptionalDouble.class);

	private final JsonMapper mapper;

	private final ClassViews views;

	/**
	 * Makes the mapper that all codecs share.
	 */
	public JsonCodecs() {
		StreamReadConstraints limits = StreamReadConstraints.builder()
			.maxNestingDepth(MAX_DEPTH)
			.maxDocumentLength(MAX_BYTES)
			.build();
		this.mapper = JsonMapper.builder(JsonFactory.builder().streamReadConstraints(limits).build())
			.addModule(module())
			.annotationIntrospector(new EverythingIncluded())
			.enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
			.disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)
			.enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
			.enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
			.disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE, DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID)
			.build();
		this.views = new ClassViews(this.mapper);
	}

	private static SimpleModule module() {
		SimpleModule module = new SimpleModule("stampede");
		module.addAbstractTypeMapping(Set.class, LinkedHashSet.class);
		module.addSerializer(new PlainPatterns());
		if (ClassUtils.isPresent("java.sql.Timestamp", JsonCodecs.class.getClassLoader())) {
			SqlTimestamps.addTo(module);
		}
		return module;
	}

	/**
	 * Makes a codec.
	 * @param <T> the declared type
	 * @param cacheName the cache, named in errors
	 * @param type the declared type
	 * @return the codec
	 * @throws InvalidSettingsException if values of the type cannot be read back
	 */
	public <T> ValueCodec<T> codec(String cacheName, Type type) {
		if (type instanceof TypeVariable<?>) {
			throw unknown(cacheName, type, "it is a type variable");
		}
		JavaType javaType = this.mapper.constructType(type);
		check(cacheName, type, javaType);
		return new JsonValueCodec<>(cacheName, this.mapper, this.views, javaType);
	}

	private static void check(String cacheName, Type declared, @Nullable JavaType type) {
		if (type == null) {
			return;
		}
		Class<?> raw = type.getRawClass();
		if (raw == Object.class || raw == Number.class || raw == Comparable.class || raw == Serializable.class) {
			throw unknown(cacheName, declared, raw.getSimpleName() + " leaves open what to read");
		}
		if (raw == void.class || raw == Void.class) {
			throw unknown(cacheName, declared, "there is nothing to store");
		}
		if (raw.getTypeParameters().length > 0 && type.getBindings().isEmpty()) {
			throw unknown(cacheName, declared, "the type arguments of " + raw.getName() + " are missing");
		}
		if (type.isReferenceType() && isOptional(type.getContentType())) {
			throw unknown(cacheName, declared, "an empty optional in an optional could not be told from an empty one");
		}
		boolean readable = type.isConcrete() || type.isContainerType() || ABSTRACT_BUT_READABLE.contains(raw)
				|| raw.isAnnotationPresent(JsonTypeInfo.class);
		if (!readable) {
			throw unknown(cacheName, declared, raw.getName() + " is abstract");
		}
		check(cacheName, declared, type.getKeyType());
		check(cacheName, declared, type.getContentType());
		type.getBindings().getTypeParameters().forEach((parameter) -> check(cacheName, declared, parameter));
	}

	private static boolean isOptional(JavaType type) {
		return type.isReferenceType() || OPTIONAL_NUMBERS.contains(type.getRawClass());
	}

	private static IllegalArgumentException unknown(String cacheName, Type type, String reason) {
		return new InvalidSettingsException(
				"values of type " + type.getTypeName() + " cannot be stored in the cache '" + cacheName
						+ "' as JSON, since " + reason,
				"declare the concrete type with its type arguments, such as List<Price>, or name a RedisSerializer "
						+ "bean in " + PolicySettings.property(cacheName, "serializer"));
	}

}
