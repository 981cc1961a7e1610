package dev.stampede.key;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * Accessors of a record class, found once for each class.
 */
final class RecordComponents {

	private static final ClassValue<RecordComponents> CACHE = new ClassValue<>() {

		@Override
		protected RecordComponents computeValue(Class<?> type) {
			return new RecordComponents(type);
		}

	};

	private final Method[] accessors;

	private RecordComponents(Class<?> type) {
		this.accessors = Arrays.stream(type.getRecordComponents())
			.map(RecordComponent::getAccessor)
			.toArray(Method[]::new);
		Arrays.stream(this.accessors).forEach(ReflectionUtils::makeAccessible);
	}

	static RecordComponents of(Class<?> type) {
		return CACHE.get(type);
	}

	@Nullable Object[] values(Object instance) {
		@Nullable Object[] values = new Object[this.accessors.length];
		Arrays.setAll(values, (index) -> ReflectionUtils.invokeMethod(this.accessors[index], instance));
		return values;
	}

}
