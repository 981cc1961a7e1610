package dev.stampede.redis.json;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.StreamSupport;

import tools.jackson.databind.AnnotationIntrospector.ReferenceProperty;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * The classes that values consist of, as a mapper sees them. Safe for use by many
 * threads.
 */
final class ClassViews {

	private static final Class<?>[] ONE_OBJECT = { Object.class };

	private final SerializationConfig config;

	private final ClassIntrospector introspector;

	private final JsonMapper mapper;

	private final ConcurrentMap<Class<?>, ClassView> known = new ConcurrentHashMap<>();

	ClassViews(JsonMapper mapper) {
		this.mapper = mapper;
		this.config = mapper.serializationConfig();
		this.introspector = this.config.classIntrospectorInstance();
	}

	/**
	 * Returns the view of an object's class.
	 * @param type the class
	 * @return its view
	 */
	ClassView of(Class<?> type) {
		ClassView view = this.known.get(type);
		if (view == null) {
			view = of(this.mapper.constructType(type));
			this.known.putIfAbsent(type, view);
		}
		return view;
	}

	/**
	 * Returns the view of a class with its type arguments.
	 * @param type the type
	 * @return its view
	 */
	ClassView of(JavaType type) {
		ClassIntrospector operation = this.introspector.forOperation(this.config);
		BeanDescription description = operation.introspectForSerialization(type,
				operation.introspectClassAnnotations(type));
		boolean knowsEquality = description.getClassInfo().findMethod("equals", ONE_OBJECT) != null;
		if (isOfThePlatform(type.getRawClass())) {
			return new ClassView(List.of(), knowsEquality, List.of());
		}
		AnnotatedMember value = description.findJsonValueAccessor();
		if (value != null) {
			return new ClassView(List.of(property(value.getName(), value)), knowsEquality, List.of());
		}
		List<BeanPropertyDefinition> written = description.findProperties()
			.stream()
			.filter((property) -> property.getAccessor() != null)
			.toList();
		return new ClassView(written.stream()
			.filter((property) -> !isBackReference(property))
			.map((property) -> property(property.getName(), property.getAccessor()))
			.toList(), knowsEquality, unwritten(description, written));
	}

	/**
	 * Returns a permitted type with the type arguments of what permits it.
	 * @param type a sealed type
	 * @param leaf one that it permits
	 * @return the type
	 */
	JavaType leaf(JavaType type, Class<?> leaf) {
		return this.mapper.getTypeFactory().constructSpecializedType(type, leaf);
	}

	/**
	 * Returns whether a class is of the JDK or of Jackson: judged by its equality and its
	 * bytes, not by its properties.
	 * @param type a class
	 * @return whether it is
	 */
	static boolean isOfThePlatform(Class<?> type) {
		return type.isPrimitive() || type.isArray() || type.isEnum() || type.getName().startsWith("java.")
				|| type.getName().startsWith("javax.") || type.getName().startsWith("sun.")
				|| type.getName().startsWith("jdk.") || type.getName().startsWith("tools.jackson.");
	}

	private ClassView.Property property(String name, AnnotatedMember accessor) {
		if (this.config.canOverrideAccessModifiers()) {
			accessor.fixAccess(this.config.isEnabled(MapperFeature.OVERRIDE_PUBLIC_ACCESS_MODIFIERS));
		}
		return new ClassView.Property(name, accessor.getType(), accessor);
	}

	// It is not written, but it is there again once the other side is read.
	private static boolean isBackReference(BeanPropertyDefinition property) {
		ReferenceProperty reference = property.findReferenceType();
		return reference != null && reference.isBackReference();
	}

	// What is derived from fields under another name looks unwritten. A warning may be
	// wrong there, a refusal needs an equals that fails as well.
	private static List<String> unwritten(BeanDescription description, List<BeanPropertyDefinition> properties) {
		Set<String> written = new HashSet<>();
		for (BeanPropertyDefinition property : properties) {
			written.add(plain(property.getInternalName()));
			written.add(plain(property.getName()));
			written.add("is" + plain(property.getInternalName()));
			written.add(plain(property.getAccessor().getName()));
		}
		return StreamSupport.stream(description.getClassInfo().fields().spliterator(), false)
			.map(AnnotatedMember::getName)
			.filter((name) -> !name.contains("$") && !written.contains(plain(name)))
			.distinct()
			.toList();
	}

	private static String plain(String name) {
		return name.replace("_", "").toLowerCase(Locale.ROOT);
	}

}
