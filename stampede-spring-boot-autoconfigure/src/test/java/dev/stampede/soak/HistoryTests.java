package dev.stampede.soak;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.stampede.soak.MemberLoad.CallRecord;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link History}: which values after an eviction are wrong.
 */
class HistoryTests {

	private static final String MEMBER = "member-1";

	private final History history = new History(new FaultLog());

	private final EntryHistory entry = this.history.entry(SoakCache.POLL, 1);

	@BeforeEach
	void readFirstVersion() {
		this.history.reads(MEMBER, SoakCache.POLL, 1).end(false);
	}

	@Test
	void valueReadBeforeAnEvictionIsWrongAfterIt() {
		this.entry.evict(MEMBER).succeeded();
		call(1);
		assertThat(this.history.judgement()).singleElement()
			.asString()
			.contains("after member-1 had evicted all up to 1; it was read as poll:k1:1");
	}

	@Test
	void valuePutBeforeAnEvictionIsWrongAfterIt() {
		this.entry.put(MEMBER).end(false);
		this.entry.evict(MEMBER).succeeded();
		call(2);
		assertThat(this.history.judgement()).singleElement().asString().contains("it was put as poll:k1:2");
	}

	@Test
	void valueThatIsPutWhileAnEvictionRunsMayComeAfterIt() {
		SourceRead put = this.entry.put(MEMBER);
		EntryHistory.Eviction eviction = this.entry.evict(MEMBER);
		put.end(false);
		eviction.succeeded();
		call(2);
		assertThat(this.history.judgement()).isEmpty();
	}

	@Test
	void valueReadWhileAnEvictionRunsIsWrongBesideOneThatIsPut() {
		SourceRead put = this.entry.put(MEMBER);
		this.entry.evict(MEMBER).succeeded();
		put.end(false);
		call(1);
		assertThat(this.history.judgement()).hasSize(1);
	}

	private void call(long version) {
		long now = System.nanoTime();
		this.history.called(MEMBER,
				new CallRecord(SoakCache.POLL, 1, now, now, 0, SoakCache.POLL.entry(1) + ":" + version));
	}

}
