package dev.stampede.redis.json;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;

import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.policy.PolicySettings;

/**
 * Judgement of a declared type, through all that is read of it: values of it can be read
 * back, or some of them, or none.
 */
final class Judgement {

	private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);

	private static final Set<Class<?>> OPEN = Set.of(Object.class, Number.class, Comparable.class,
			java.io.Serializable.class);

	private static final Set<Class<?>> OPTIONAL_NUMBERS = Set.of(OptionalInt.class, OptionalLong.class,
			OptionalDouble.class);

	private static final Set<JsonTypeInfo.Id> CLASS_NAMES = Set.of(JsonTypeInfo.Id.CLASS,
			JsonTypeInfo.Id.MINIMAL_CLASS);

	private final JsonMapper mapper;

	private final DeserializationConfig config;

	private final AnnotationIntrospector annotations;

	private final String cacheName;

	private final Type declared;

	private final Set<JavaType> seen = new HashSet<>();

	private final List<String> byValue = new ArrayList<>();

	private Judgement(JsonMapper mapper, String cacheName, Type declared) {
		this.mapper = mapper;
		this.config = mapper.deserializationConfig();
		this.annotations = this.config.getAnnotationIntrospector();
		this.cacheName = cacheName;
		this.declared = declared;
	}

	/**
	 * Judges a declared type.
	 * @param mapper the mapper
	 * @param cacheName the cache, named in errors
	 * @param declared the declared type
	 * @param type the same, as the mapper sees it
	 * @return the parts that can be read back for some values only
	 * @throws InvalidSettingsException if no value can be read back
	 */
	static List<String> of(JsonMapper mapper, String cacheName, Type declared, JavaType type) {
		Judgement judgement = new Judgement(mapper, cacheName, declared);
		if (OPEN.contains(type.getRawClass())) {
			throw judgement.refused("", type.getRawClass().getSimpleName() + " leaves open what to read");
		}
		judgement.judge(type, "");
		return judgement.byValue;
	}

	static InvalidSettingsException refused(String cacheName, Type type, String reason) {
		return new InvalidSettingsException(
				"values of type " + type.getTypeName() + " cannot be stored in the cache '" + cacheName
						+ "' as JSON, since " + reason,
				"declare the concrete type with its type arguments, such as List<Price>, or name a RedisSerializer "
						+ "bean in " + PolicySettings.property(cacheName, "serializer"));
	}

	private InvalidSettingsException refused(String place, String reason) {
		return refused(this.cacheName, this.declared, place.isEmpty() ? reason : place + ": " + reason);
	}

	private void judge(@Nullable JavaType type, String place) {
		if (type == null || !this.seen.add(type)) {
			return;
		}
		Class<?> raw = type.getRawClass();
		if (raw == Class.class) {
			throw refused(place, "no class is loaded by a name in Redis");
		}
		if (place.isEmpty()) {
			judgeWhole(type, raw);
		}
		else if (isOpen(type)) {
			this.byValue.add(place);
		}
		judge(type.getKeyType(), place);
		judge(type.getContentType(), place);
		type.getBindings().getTypeParameters().forEach((parameter) -> judge(parameter, place));
		judgeByMapper(type, place);
	}

	// A part may still be null, or happen to say enough.
	private void judgeWhole(JavaType type, Class<?> raw) {
		if (raw == void.class || raw == Void.class) {
			throw refused("", "there is nothing to store");
		}
		if (raw == Map.Entry.class) {
			throw refused("", raw.getName() + " is abstract");
		}
		if (isRaw(type)) {
			throw refused("", "the type arguments of " + raw.getName() + " are missing");
		}
		if (isOptionalInOptional(type)) {
			throw refused("", "an empty optional in an optional could not be told from an empty one");
		}
		if (isOpen(type)) {
			this.byValue.add(raw.getSimpleName());
		}
	}

	private static boolean isOpen(JavaType type) {
		return OPEN.contains(type.getRawClass()) || JsonNode.class.isAssignableFrom(type.getRawClass()) || isRaw(type)
				|| isOptionalInOptional(type);
	}

	private static boolean isRaw(JavaType type) {
		return type.getRawClass().getTypeParameters().length > 0 && type.getBindings().isEmpty();
	}

	private static boolean isOptionalInOptional(JavaType type) {
		return type.isReferenceType() && isOptional(type.getContentType());
	}

	private void judgeByMapper(JavaType type, String place) {
		Class<?> raw = type.getRawClass();
		boolean ours = ClassViews.isOfThePlatform(raw) || type.isContainerType();
		ClassIntrospector introspector = this.config.classIntrospectorInstance().forOperation(this.config);
		Annotated owner = introspector.introspectClassAnnotations(type);
		boolean named = isNamed(owner, place);
		if (named && SealedTypes.isSealed(raw)) {
			judgeLeaves(type, place);
		}
		if (!named || !type.isAbstract()) {
			tryToRead(type, place);
		}
		if (!ours && !named) {
			BeanDescription description = introspector.introspectForDeserialization(type,
					introspector.introspectClassAnnotations(type));
			description.findProperties().forEach((property) -> judge(property, raw));
		}
	}

	private void judge(BeanPropertyDefinition property, Class<?> owner) {
		AnnotatedMember mutator = property.getMutator();
		if (mutator == null) {
			return;
		}
		String place = owner.getSimpleName() + "." + property.getName();
		boolean told = isNamed(mutator, place) || mutator.hasAnnotation(JsonDeserialize.class);
		if (!told) {
			judge(property.getPrimaryType(), place);
		}
	}

	private boolean isNamed(Annotated annotated, String place) {
		JsonTypeInfo.Value info = this.annotations.findPolymorphicTypeInfo(this.config, annotated);
		if (info != null && CLASS_NAMES.contains(info.getIdType())) {
			throw refused(place, "@JsonTypeInfo of " + annotated.getName()
					+ " names classes, and no class is loaded by a name in Redis: use = NAME tells types apart");
		}
		return info != null && info.getIdType() != JsonTypeInfo.Id.NONE;
	}

	private void judgeLeaves(JavaType type, String place) {
		Map<String, Class<?>> names = new HashMap<>();
		SealedTypes.leaves(type.getRawClass()).forEach((leaf) -> {
			Class<?> other = names.putIfAbsent(SealedTypes.name(leaf), leaf);
			if (other != null) {
				throw refused(place, other.getName() + " and " + leaf.getName()
						+ " have the same simple name: @JsonTypeName tells them apart");
			}
			judge(this.mapper.getTypeFactory().constructSpecializedType(type, leaf), place);
		});
	}

	// Of an object without properties the mapper says whether it could read one at all.
	private void tryToRead(JavaType type, String place) {
		try {
			this.mapper.readerFor(type).readValue(NOTHING);
		}
		catch (InvalidDefinitionException ex) {
			throw refused(place, reason(type.getRawClass(), ex));
		}
		catch (RuntimeException | LinkageError ex) {
			// it needs more than nothing, or fails in a class of the application
		}
	}

	private static String reason(Class<?> raw, InvalidDefinitionException failure) {
		String old = Arrays.stream(raw.getAnnotations())
			.map(Annotation::annotationType)
			.map(Class::getName)
			.filter((name) -> name.startsWith("com.fasterxml.jackson.databind."))
			.min(Comparator.naturalOrder())
			.map((name) -> " (@" + name + " is of Jackson 2, which Jackson 3 does not see)")
			.orElse("");
		String message = failure.getOriginalMessage();
		boolean isAbstract = message.contains("abstract types");
		return (isAbstract ? raw.getName() + " is abstract" : message) + old;
	}

	private static boolean isOptional(JavaType type) {
		return type.isReferenceType() || OPTIONAL_NUMBERS.contains(type.getRawClass());
	}

}
