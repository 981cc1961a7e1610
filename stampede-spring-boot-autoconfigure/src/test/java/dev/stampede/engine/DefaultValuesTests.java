package dev.stampede.engine;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentMap;

import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;

import dev.stampede.OnLose;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DefaultValues}.
 */
class DefaultValuesTests {

	@Test
	void numbersAndFlagsAreZeroAndFalse() {
		assertThat(List.<Type>of(int.class, Integer.class)).allMatch((type) -> fits(type, 0));
		assertThat(List.<Type>of(long.class, Long.class)).allMatch((type) -> fits(type, 0L));
		assertThat(List.<Type>of(boolean.class, Boolean.class)).allMatch((type) -> fits(type, false));
		assertThat(fits(char.class, '\0')).isTrue();
		assertThat(fits(double.class, 0d)).isTrue();
	}

	@Test
	void optionalsAreEmpty() {
		assertThat(DefaultValues.fitting(new ParameterizedTypeReference<Optional<String>>() {
		}.getType())).isEqualTo(Optional.empty());
		assertThat(DefaultValues.fitting(OptionalLong.class)).isEqualTo(OptionalLong.empty());
	}

	@Test
	void collectionsAndMapsAreEmptyAndOfTheDeclaredType() {
		for (Class<?> type : List.of(List.class, Set.class, Collection.class, Iterable.class, SortedSet.class,
				Deque.class, ArrayList.class, Map.class, SortedMap.class, ConcurrentMap.class)) {
			Object value = DefaultValues.fitting(type);
			assertThat(value).as(type.getName()).isInstanceOf(type);
			assertThat((value instanceof Map<?, ?> map) ? map.keySet() : (Iterable<?>) value).isEmpty();
		}
		assertThat(DefaultValues.fitting(new ParameterizedTypeReference<EnumMap<OnLose, String>>() {
		}.getType())).isEqualTo(new EnumMap<>(OnLose.class));
	}

	@Test
	void collectionIsANewOneThatItsCallerMayChange() {
		Object first = DefaultValues.fitting(List.class);
		assertThat(first).isNotSameAs(DefaultValues.fitting(List.class));
		assertThat(first).isInstanceOf(ArrayList.class);
	}

	@Test
	void arraysAreEmptyAndOfTheDeclaredType() {
		assertThat(DefaultValues.fitting(String[].class)).isEqualTo(new String[0]);
		assertThat(DefaultValues.fitting(int[].class)).isEqualTo(new int[0]);
		assertThat(DefaultValues.fitting(new ParameterizedTypeReference<List<String>[]>() {
		}.getType())).isInstanceOf(List[].class);
	}

	@Test
	void otherTypesAreNull() {
		assertThat(DefaultValues.fitting(String.class)).isNull();
		assertThat(DefaultValues.fitting(Object.class)).isNull();
		assertThat(DefaultValues.fitting(Own.class)).isNull();
	}

	private static boolean fits(Type type, Object expected) {
		return expected.equals(DefaultValues.fitting(type));
	}

	abstract static class Own extends ArrayList<String> {

	}

}
