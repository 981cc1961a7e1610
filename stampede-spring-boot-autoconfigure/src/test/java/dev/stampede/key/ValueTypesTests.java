package dev.stampede.key;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ValueTypes}.
 */
class ValueTypesTests {

	@Test
	void typesWithValueSemanticsAreClosed() {
		assertThat(List.of(int.class, String.class, UUID.class, Thread.State.class, long[].class, String[][].class,
				Pair.class, Tree.class))
			.allMatch((type) -> EntryKey.isKeyType(ResolvableType.forClass(type)));
		assertThat(isClosed(new ParameterizedTypeReference<List<String>>() {
		})).isTrue();
		assertThat(isClosed(new ParameterizedTypeReference<Map<String, Set<Integer>>>() {
		})).isTrue();
		assertThat(isClosed(new ParameterizedTypeReference<Optional<Generic<String>>>() {
		})).isTrue();
	}

	@Test
	void typesThatLeaveOpenWhatAValueIsAreNotClosed() {
		assertThat(List.of(Object.class, Number.class, Comparable.class, List.class, Object[].class, Open.class,
				Runnable.class, Sealed.class, StringBuilder[].class))
			.noneMatch((type) -> EntryKey.isKeyType(ResolvableType.forClass(type)));
		assertThat(isClosed(new ParameterizedTypeReference<List<?>>() {
		})).isFalse();
		assertThat(isClosed(new ParameterizedTypeReference<Collection<Object>>() {
		})).isFalse();
		assertThat(isClosed(new ParameterizedTypeReference<Generic<Object>>() {
		})).isFalse();
		assertThat(isClosed(new ParameterizedTypeReference<Endless<String>>() {
		})).isFalse();
	}

	private static boolean isClosed(ParameterizedTypeReference<?> type) {
		return EntryKey.isKeyType(ResolvableType.forType(type));
	}

	record Pair(int left, List<String> right) {

	}

	record Tree(Tree left, Tree right, int value) {

	}

	record Open(Object value) {

	}

	record Generic<T>(T value) {

	}

	record Endless<T>(Endless<List<T>> next) {

	}

	sealed interface Sealed permits First {

	}

	record First(int value) implements Sealed {

	}

}
