package dev.stampede.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.store.Entry;
import dev.stampede.store.StoreCommand;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

class LettuceEntryStoreTests extends RedisEntryStoreContract {

	LettuceEntryStoreTests(TestRedis redis) {
		super(redis);
	}

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		return new LettuceConnectionFactory(host, port);
	}

	@Test
	void othersHearOfAnEntryThatIsReadForThem() {
		acquire(first(), "a:1");
		fill(first(), "a:1", "value", Duration.ofMinutes(1));
		Others waiting = new Others(true);
		assertThat(text(first().execute(new StoreCommand.Read(key(), waiting)))).isEqualTo("value");
		until(() -> waiting.heard.equals(List.of("value")));
	}

	@Test
	void nobodyHearsOfAnEntryThatNobodyWaitsFor() {
		acquire(first(), "a:1");
		fill(first(), "a:1", "value", Duration.ofMinutes(1));
		Others none = new Others(false);
		first().execute(new StoreCommand.Read(key(), none));
		read(first()); // answered by the same event loop, after that one
		assertThat(none.heard).isEmpty();
	}

	/** Who waits for an entry that another one reads. */
	private static final class Others implements StoreCommand.Audience {

		private final List<String> heard = new CopyOnWriteArrayList<>();

		private final boolean waiting;

		private Others(boolean waiting) {
			this.waiting = waiting;
		}

		@Override
		public boolean isWaiting() {
			return this.waiting;
		}

		@Override
		public void hear(Entry entry) {
			this.heard.add(text(entry));
		}

	}

}
