package dev.stampede.redis.json;

import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;

import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.store.ValueCodec;

/**
 * The codecs that write JSON, each bound to a declared type: no class names in Redis, no
 * polymorphic typing. Types that leave open what is to be read are refused. Safe for use
 * by many threads.
 */
public final class JsonCodecs {

	private static final Log logger = LogFactory.getLog(JsonCodecs.class);

	private static final int MAX_DEPTH = 200;

	private static final int MAX_BYTES = 64 * 1024 * 1024;

	private static final boolean SPRING_DATA = ClassUtils.isPresent("org.springframework.data.domain.PageImpl",
			JsonCodecs.class.getClassLoader());

	private final JsonMapper mapper;

	private final ClassViews views;

	/**
	 * Makes the mapper that all codecs share.
	 */
	public JsonCodecs() {
		this(List.of());
	}

	/**
	 * Makes the mapper that all codecs share.
	 * @param customizers what the application adds to it, in order
	 */
	public JsonCodecs(List<? extends StampedeJsonCustomizer> customizers) {
		StreamReadConstraints limits = StreamReadConstraints.builder()
			.maxNestingDepth(MAX_DEPTH)
			.maxDocumentLength(MAX_BYTES)
			.build();
		JsonMapper.Builder builder = JsonMapper.builder(JsonFactory.builder().streamReadConstraints(limits).build())
			.addModule(module())
			.annotationIntrospector(AnnotationIntrospector.pair(new EverythingIncluded(), new SealedTypes()))
			.enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
			.disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)
			.enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
			.enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
			.disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE, DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID);
		customizers.forEach((customizer) -> customizer.customize(builder));
		this.mapper = builder.deactivateDefaultTyping()
			.polymorphicTypeValidator(BasicPolymorphicTypeValidator.builder().build())
			.build();
		this.views = new ClassViews(this.mapper);
	}

	private SimpleModule module() {
		SimpleModule module = new SimpleModule("stampede");
		module.setDeserializerModifier(new CompleteBeans((type) -> this.views.of(type)));
		module.addAbstractTypeMapping(Set.class, LinkedHashSet.class);
		module.addAbstractTypeMapping(MultiValueMap.class, LinkedMultiValueMap.class);
		module.addSerializer(new PlainPatterns());
		if (ClassUtils.isPresent("java.sql.Timestamp", JsonCodecs.class.getClassLoader())) {
			SqlTimestamps.addTo(module);
		}
		if (SPRING_DATA) {
			SpringDataJson.addTo(module);
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
			throw Judgement.refused(cacheName, type, "it is a type variable");
		}
		JavaType javaType = this.mapper.constructType(type);
		List<String> byValue = Judgement.of(this.mapper, cacheName, type, javaType);
		if (!byValue.isEmpty() && logger.isDebugEnabled()) {
			logger.debug("Values of " + type.getTypeName() + " in the cache '" + cacheName
					+ "' are stored if they come back as they were, which depends on " + String.join(", ", byValue));
		}
		return new JsonValueCodec<>(cacheName, this.mapper, this.views, javaType);
	}

}
