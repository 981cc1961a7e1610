package dev.stampede.interceptor;

import java.beans.PropertyDescriptor;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.springframework.beans.BeanUtils;
import org.springframework.core.ResolvableType;

import dev.stampede.key.EntryKey;

/**
 * Advice on the key of a method whose parameters leave open what identifies a call: a key
 * that can be pasted, of all parameters.
 */
final class KeyAdvice {

	private static final int MOST_PROPERTIES = 5;

	private KeyAdvice() {
	}

	static String of(AnnotatedMethod method) {
		int count = method.method().getParameterCount();
		List<String> parts = IntStream.range(0, count).mapToObj((index) -> part(method, index)).toList();
		String key = (parts.size() == 1) ? parts.get(0) : "{" + String.join(", ", parts) + "}";
		return "Say what identifies the call, for example key = \"" + key + "\", or declare a type with value "
				+ "semantics, such as a text, a number, or a record or list of them";
	}

	private static String part(AnnotatedMethod method, int index) {
		String variable = "#" + method.parameterName(index);
		ResolvableType type = method.parameter(index);
		if (EntryKey.isKeyType(type)) {
			return variable;
		}
		ResolvableType element = type.isArray() ? type.getComponentType() : type.as(Collection.class).getGeneric();
		if (element.resolve() != null) {
			List<String> properties = identifying(element);
			return variable + ".!["
					+ ((properties.size() == 1) ? properties.get(0) : "{" + String.join(", ", properties) + "}") + "]";
		}
		return String.join(", ", identifying(type).stream().map((name) -> variable + "." + name).toList());
	}

	// what a type has that can be a key, its identity alone where it has one
	private static List<String> identifying(ResolvableType type) {
		List<String> names = properties(type.resolve(Object.class)).entrySet()
			.stream()
			.filter((property) -> EntryKey.isKeyType(property.getValue()))
			.map(Map.Entry::getKey)
			.limit(MOST_PROPERTIES)
			.toList();
		return (names.isEmpty() || names.contains("id")) ? List.of("id") : names;
	}

	static Map<String, ResolvableType> properties(Class<?> owner) {
		Map<String, ResolvableType> properties = new LinkedHashMap<>();
		if (owner.isRecord()) {
			Arrays.stream(owner.getRecordComponents())
				.forEach((part) -> properties.put(part.getName(), ResolvableType.forType(part.getGenericType())));
			return properties;
		}
		for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(owner)) {
			if (property.getReadMethod() != null && !property.getName().equals("class")) {
				properties.put(property.getName(), ResolvableType.forMethodReturnType(property.getReadMethod(), owner));
			}
		}
		return properties;
	}

}
