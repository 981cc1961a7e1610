package dev.stampede.values;

import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;
import dev.stampede.values.RefusedValues.RefusedValue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What would not come back as it was is not stored, and the log says why.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedValuesTests {

	private final ValueStore store;

	RefusedValuesTests(TestRedis redis) {
		this.store = new ValueStore(redis);
	}

	@AfterAll
	void close() {
		this.store.close();
	}

	@ParameterizedTest
	@MethodSource
	void valueIsReturnedButNotStored(RefusedValue refused, CapturedOutput output) {
		StoredValue value = refused.value();
		int failures = this.store.counts().count("writeFailed");
		for (int i = 0; i < 2; i++) {
			assertThat(this.store.get(value.name(), value.type(), value::value)).isSameAs(value.value());
		}
		assertThat(this.store.bytes(value.name())).isNull();
		assertThat(this.store.counts().count("writeFailed")).isEqualTo(failures + 2);
		assertThat(output.toString().lines().filter((line) -> line.contains("is not stored in the cache")))
			.singleElement()
			.asString()
			.contains(Objects.requireNonNull(value.value()).getClass().getName(), refused.reason(),
					"stampede.caches.[values].serializer")
			.doesNotContain("secret");
	}

	static Stream<RefusedValue> valueIsReturnedButNotStored() {
		return RefusedValues.all();
	}

}
