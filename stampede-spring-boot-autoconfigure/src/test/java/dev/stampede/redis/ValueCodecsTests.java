package dev.stampede.redis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.store.UnstorableValueException;
import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class ValueCodecsTests {

	@Test
	void serializerOfACacheReplacesJson() {
		ValueCodecs own = new ValueCodecs((name) -> (name.equals("texts") ? RedisSerializer.string() : null));
		ValueCodec<String> codec = own.codec("texts", String.class);
		assertThat(codec.encode("a")).isEqualTo(new byte[] { 'a' });
		assertThat(codec.decode(new byte[] { 'a' })).isEqualTo("a");
		ValueCodec<Integer> wrong = own.codec("texts", Integer.class);
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> wrong.decode(new byte[] { 'a' }));
		assertThat(own.<String>codec("sets", String.class).encode("a")).isEqualTo(new byte[] { '"', 'a', '"' });
	}

	@Test
	void serializerThatGivesAnotherTypeStoresNothingAndIsNamed(CapturedOutput output) {
		ValueCodecs json = new ValueCodecs((name) -> RedisSerializer.json());
		ValueCodec<Long> longs = json.codec("counts", Long.class);
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> longs.encode(7L))
				.withMessageContaining("gives a java.lang.Integer where the method gives a java.lang.Long");
		}
		assertThat(output).containsOnlyOnce("gives a java.lang.Integer");
		ValueCodec<Integer> integers = json.codec("counts", Integer.class);
		assertThat(integers.decode(integers.encode(7))).isEqualTo(7);
	}

	@Test
	void codecOfACacheAndATypeIsMadeOnce() {
		ValueCodecs codecs = new ValueCodecs((name) -> null);
		assertThat(codecs.codec("sets", String.class)).isSameAs(codecs.codec("sets", String.class))
			.isNotSameAs(codecs.codec("other", String.class));
	}

}
