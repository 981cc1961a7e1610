package dev.stampede.values;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.ObjectUtils;

import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Everything a service returns comes back from Redis as it was.
 */
@ExtendWith(RedisExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoredValuesTests {

	private static final Set<String> WITHOUT_EQUALITY = Set.of("AtomicInteger", "AtomicLong", "AtomicBoolean",
			"StringBuilder", "Pattern", "Sizes");

	private final ValueStore store;

	StoredValuesTests(TestRedis redis) {
		this.store = new ValueStore(redis);
	}

	@AfterAll
	void close() {
		this.store.close();
	}

	@ParameterizedTest
	@MethodSource
	void valueComesBackAsItWas(StoredValue value) {
		Object read = this.store.get(value.name(), value.type(), value::value);
		assertThat(read).isSameAs(value.value());
		Object back = this.store.get(value.name(), value.type(), () -> {
			throw new AssertionError("The value was not stored");
		});
		assertThat(comparable(back)).isEqualTo(comparable(value.value()));
	}

	static Stream<StoredValue> valueComesBackAsItWas() {
		return StoredValues.all();
	}

	private static @Nullable Object comparable(@Nullable Object value) {
		if (value instanceof Set<?> set) {
			return set.stream().map(StoredValuesTests::comparable).collect(Collectors.toCollection(LinkedHashSet::new));
		}
		if (value instanceof Collection<?> collection) {
			return Arrays.asList(collection.stream().map(StoredValuesTests::comparable).toArray());
		}
		if (value instanceof Map<?, ?> map) {
			return map.entrySet()
				.stream()
				.map((entry) -> Arrays.asList(comparable(entry.getKey()), comparable(entry.getValue())))
				.toList();
		}
		if (value instanceof Optional<?> optional) {
			return optional.map(StoredValuesTests::comparable);
		}
		if (value != null && value.getClass().isArray()) {
			return comparable(Arrays.asList(ObjectUtils.toObjectArray(value)));
		}
		if (value != null && WITHOUT_EQUALITY.contains(value.getClass().getSimpleName())) {
			return value.toString();
		}
		return value;
	}

}
