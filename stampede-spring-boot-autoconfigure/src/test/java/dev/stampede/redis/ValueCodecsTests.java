package dev.stampede.redis;

import org.junit.jupiter.api.Test;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
	void codecOfACacheAndATypeIsMadeOnce() {
		ValueCodecs codecs = new ValueCodecs((name) -> null);
		assertThat(codecs.codec("sets", String.class)).isSameAs(codecs.codec("sets", String.class))
			.isNotSameAs(codecs.codec("other", String.class));
	}

}
