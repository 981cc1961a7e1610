package dev.stampede.engine;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.stampede.StampedeException;
import dev.stampede.StampedeStoreException;
import dev.stampede.key.EntryKey;
import dev.stampede.near.CaffeineNearStorage;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.ValueCodec;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.ManualScheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Near entries on time that passes on demand: when there is one, when it falls, and that
 * a write always wins over a value that is on its way.
 */
class NearTests {

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final StampedePolicy POLICY = Policies.policy().ttl(60_000).near(5_000, 100).build();

	private final ManualFleet fleet = new ManualFleet();

	private final ManualScheduler time = this.fleet.time();

	private final Node here = start("here");

	private final Node there = start("there");

	@BeforeEach
	void fillsAreTold() {
		this.fleet.redis().tellEveryFill();
	}

	@AfterEach
	void nothingIsLeft() {
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void freshNearEntryIsServedWithoutACommand() throws Throwable {
		fill("v1");
		assertThat(get(this.here)).isEqualTo("v1");
		assertThat(this.here.store().asked()).isEmpty();
		assertThat(this.here.events().counts()).containsOnlyKeys("NEAR_HIT").containsEntry("NEAR_HIT", 1);
	}

	@Test
	void hitIsKeptNear() throws Throwable {
		fill("v1");
		assertThat(get(this.there)).isEqualTo("v1");
		assertThat(get(this.there)).isEqualTo("v1");
		assertThat(getAsync(this.there)).isEqualTo("v1");
		assertThat(this.there.store().asked()).containsExactly("Read");
		assertThat(this.there.events().counts()).containsEntry("HIT", 1).containsEntry("NEAR_HIT", 2).hasSize(2);
	}

	@Test
	void nothingIsKeptNearUnlessThePolicySaysSo() throws Throwable {
		StampedePolicy off = Policies.policy().ttl(60_000).build();
		fill("v1");
		assertThat(this.there.call(KEY, off).start().answer()).isEqualTo("v1");
		assertThat(get(this.there, off)).isEqualTo("v1");
		assertThat(this.there.store().asked()).containsExactly("Read", "Read");
	}

	@Test
	void nullIsKeptNearToo() throws Throwable {
		fill(null);
		assertThat(get(this.here)).isNull();
		assertThat(get(this.there)).isNull();
		assertThat(get(this.there)).isNull();
		assertThat(this.here.store().asked()).isEmpty();
		assertThat(this.there.store().asked()).containsExactly("Read");
	}

	@Test
	void lookUpsUseTheNearEntryAndKeepOne() throws Throwable {
		fill("v1");
		assertThat(find(this.there)).isEqualTo("found v1");
		assertThat(find(this.there)).isEqualTo("found v1");
		assertThat(this.there.stampede().findAsync(spec(this.there), KEY, (value) -> "found " + value).join())
			.isEqualTo("found v1");
		assertThat(this.there.store().asked()).containsExactly("Read");
	}

	@Test
	void nearEntryEndsAtItsOwnTime() throws Throwable {
		fill("v1");
		this.time.pass(4_999);
		assertThat(get(this.here)).isEqualTo("v1");
		this.time.pass(1);
		assertThat(get(this.here)).isEqualTo("v1");
		assertThat(this.here.store().asked()).containsExactly("Read");
	}

	@Test
	void nearTimeCountsFromBeforeTheRead() throws Throwable {
		fill("v1");
		Caller slow = this.there.call(KEY, POLICY).startSlowly();
		this.time.pass(3_000);
		assertThat(slow.proceed().answer()).isEqualTo("v1");
		this.time.pass(2_000);
		assertThat(get(this.there)).isEqualTo("v1");
		assertThat(this.there.store().asked()).containsExactly("Read", "Read");
	}

	@Test
	void nearEntryNeverOutlivesItsEntry() {
		StampedePolicy brief = Policies.policy().ttl(1_000).near(5_000, 100).build();
		Caller winner = this.here.call(KEY, brief).start();
		winner.reads("v1").proceed();
		this.there.call(KEY, brief).start();
		this.time.pass(1_000);
		assertThat(near(this.here, spec(this.here, brief), KEY)).isNull();
		assertThat(near(this.there, spec(this.there, brief), KEY)).isNull();
	}

	@Test
	void evictionAndPutAndClearReachEveryNearEntry() throws Throwable {
		fill("v1");
		get(this.there);
		this.there.stampede().evict(KEY);
		assertNoneIsKept();
		fill("v2");
		get(this.there);
		this.there.stampede().put(spec(this.there), KEY, "v3");
		assertNoneIsKept();
		assertThat(get(this.here)).isEqualTo("v3");
		get(this.there);
		this.there.stampede().clear("sets");
		assertNoneIsKept();
	}

	@Test
	void fillElsewhereTakesTheNearEntryAway() throws Throwable {
		fill("v1");
		get(this.there);
		this.fleet.redis().drop(KEY);
		Node other = start("other");
		other.call(KEY, POLICY).start().reads("v2").proceed();
		assertThat(get(this.here)).isEqualTo("v2");
		assertThat(get(this.there)).isEqualTo("v2");
	}

	@Test
	void vetoElsewhereTakesTheNearEntryAway() throws Throwable {
		fill("v1");
		get(this.there);
		this.fleet.redis().drop(KEY);
		Node other = start("other");
		other.call(KEY, POLICY).vetoed().start().reads("v2").proceed();
		assertNoneIsKept();
	}

	@Test
	void vetoTakesTheOwnNearEntryAway() throws Throwable {
		fill("v1");
		this.fleet.redis().drop(KEY);
		Caller reader = this.here.call(KEY, POLICY).vetoed().start();
		assertThat(reader.reads("v2").proceed().answer()).isEqualTo("v2");
		assertNoneIsKept();
	}

	@Test
	@Injects(InjectedFault.NEAR_INVALIDATED_ON_THE_WAY)
	void valueThatIsOnItsWayLosesAgainstAnyWrite() throws Throwable {
		for (int round = 0; round < 10_000; round++) {
			fill("old" + round);
			this.here.engine().near().drop(KEY);
			Caller reader = this.here.call(KEY, POLICY).startSlowly();
			Object reply = this.here.store().carryOut(reader.command());
			switch (round % 4) {
				case 0 -> this.there.stampede().evict(KEY);
				case 1 -> this.there.stampede().put(spec(this.there), KEY, "new" + round);
				case 2 -> this.here.stampede().evict(KEY);
				default -> this.there.stampede().clear("sets");
			}
			reader.replied(reply);
			assertThat(kept(this.here)).isNull();
			this.here.stampede().evict(KEY);
		}
	}

	@Test
	void writeDuringTheSourceReadLeavesNoOlderValue() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		this.there.stampede().evict(KEY);
		assertThat(winner.reads("old").proceed().answer()).isEqualTo("old");
		assertNoneIsKept();
	}

	@Test
	void writeBetweenTheFillAndItsReplyLeavesNoOlderValue() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start().reads("old");
		Object reply = this.here.store().carryOut(winner.command());
		this.there.stampede().evict(KEY);
		winner.replied(reply);
		assertThat(winner.answer()).isEqualTo("old");
		assertNoneIsKept();
	}

	@Test
	void readThatOvertakesTheOwnFillLeavesNoOlderValue() throws Throwable {
		Node alone = start("alone", false);
		StampedePolicy early = Policies.policy().ttl(60_000).near(5_000, 100).earlyRefreshBeta(100).build();
		StampedePolicy plain = POLICY;
		fill("old");
		this.time.pass(59_000);
		Caller winner = refreshingEarly(alone, early);
		winner.reads("new");
		Caller reader = alone.call(KEY, plain).startSlowly();
		Object old = alone.store().carryOut(reader.command());
		winner.proceed();
		reader.replied(old);
		assertThat(reader.answer()).isEqualTo("old");
		assertThat(kept(alone)).isNotEqualTo("old");
	}

	@Test
	void fillWithoutAnAnswerLeavesNothingNear() throws Throwable {
		fill("v1");
		this.fleet.redis().drop(KEY);
		Caller winner = this.here.call(KEY, POLICY).start().reads("v2");
		this.here.store().failOn(StoreCommand.Fill.class);
		assertThat(winner.proceed().answer()).isEqualTo("v2");
		assertThat(kept(this.here)).isNull();
	}

	@Test
	void evictionWithoutAnAnswerDropsTheNearEntry() throws Throwable {
		fill("v1");
		this.here.store().failOn(StoreCommand.Evict.class);
		try {
			this.here.stampede().evict(KEY);
		}
		catch (StampedeStoreException ex) {
			assertThat(kept(this.here)).isNull();
			return;
		}
		throw new AssertionError("The eviction should have failed");
	}

	@Test
	void nothingIsServedWhileMessagesMayBeMissed() throws Throwable {
		fill("v1");
		this.here.store().listener().subscriptionChanged(false);
		assertThat(get(this.here)).isEqualTo("v1");
		assertThat(get(this.here)).isEqualTo("v1");
		assertThat(this.here.store().asked()).containsExactly("Read", "Read");
		Caller slow = this.here.call(KEY, POLICY).startSlowly();
		this.here.store().listener().subscriptionChanged(true);
		slow.proceed();
		assertThat(kept(this.here)).as("was asked for when nothing was heard").isNull();
		get(this.here);
		assertThat(kept(this.here)).isEqualTo("v1");
	}

	@Test
	void everythingFallsWhenTheSubscriptionComesBackAtOnce() throws Throwable {
		fill("v1");
		Caller slow = this.there.call(KEY, POLICY).startSlowly();
		Object reply = this.there.store().carryOut(slow.command());
		for (Node node : new Node[] { this.here, this.there }) {
			node.store().listener().subscriptionChanged(true);
		}
		slow.replied(reply);
		assertNoneIsKept();
	}

	@Test
	void withoutMessagesEntriesEndByTheirTimeAlone() throws Throwable {
		this.there.store().deafen();
		this.there.store().listener().subscriptionDenied();
		fill("v1");
		get(this.there);
		this.here.stampede().put(spec(this.here), KEY, "v2");
		assertThat(get(this.there)).isEqualTo("v1");
		this.time.pass(5_000);
		assertThat(get(this.there)).isEqualTo("v2");
	}

	@Test
	void methodOfAnotherTypeDoesNotGetTheObject() throws Throwable {
		fill("v1");
		CallSpec<String> other = new CallSpec<>("sets", POLICY, new OtherCodec());
		assertThat(this.here.stampede().call(other, KEY, new NoSource())).isEqualTo("other v1");
	}

	@Test
	void entriesStayWithinTheirNumber() throws Throwable {
		StampedePolicy small = Policies.policy().ttl(60_000).near(50_000, 10).build();
		for (int i = 0; i < 1_000; i++) {
			this.here.call(EntryKey.of("sets", i), small).start().reads("v").proceed();
		}
		int kept = 0;
		for (int i = 0; i < 1_000; i++) {
			kept += (near(this.here, spec(this.here, small), EntryKey.of("sets", i)) != null) ? 1 : 0;
		}
		assertThat(kept).isBetween(1, 10);
	}

	@Test
	void engineWithoutAStorageSaysWhatIsMissing() {
		Node bare = this.fleet.start("bare");
		bare.store().listener().subscriptionChanged(true);
		assertThatIllegalStateException().isThrownBy(() -> get(bare)).withMessageContaining("near.ttl");
	}

	private Node start(String name) {
		return start(name, true);
	}

	private Node start(String name, boolean coalesce) {
		Node node = this.fleet.start(name,
				(builder) -> builder.near(new CaffeineNearStorage()).coalesceReads(coalesce));
		node.store().listener().subscriptionChanged(true);
		return node;
	}

	private Caller refreshingEarly(Node node, StampedePolicy early) {
		for (int i = 0; i < 1_000; i++) {
			node.engine().near().drop(KEY);
			Caller caller = node.call(KEY, early).start();
			if (caller.readsSource()) {
				return caller;
			}
		}
		throw new AssertionError("No call refreshes early");
	}

	private void fill(@Nullable String value) throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		assertThat(winner.readsSource()).isTrue();
		assertThat(winner.reads(value).proceed().answer()).isEqualTo(value);
		this.here.store().forgetAsked();
		this.here.events().clear();
	}

	private void assertNoneIsKept() {
		assertThat(near(this.here, spec(this.here), KEY)).isNull();
		assertThat(near(this.there, spec(this.there), KEY)).isNull();
	}

	private static NearCache.@Nullable Entry near(Node node, CallSpec<String> spec, EntryKey key) {
		NearCache cache = node.engine().near().serving(spec);
		NearCache.Entry entry = (cache != null) ? cache.find(key, spec.codec()) : null;
		return (entry != null && entry.isFresh(node.engine().now())) ? entry : null;
	}

	private static @Nullable Object kept(Node node) {
		NearCache.Entry entry = near(node, spec(node), KEY);
		return (entry != null) ? entry.value() : null;
	}

	private static @Nullable String get(Node node) throws Throwable {
		return get(node, POLICY);
	}

	private static @Nullable String get(Node node, StampedePolicy policy) throws Throwable {
		return node.stampede().call(spec(node, policy), KEY, new NoSource());
	}

	private static @Nullable String getAsync(Node node) {
		return node.stampede().callAsync(spec(node), KEY, new NoAsyncSource()).join();
	}

	private static @Nullable String find(Node node) {
		return node.stampede().find(spec(node), KEY, (value) -> "found " + value);
	}

	private static CallSpec<String> spec(Node node) {
		return spec(node, POLICY);
	}

	private static CallSpec<String> spec(Node node, StampedePolicy policy) {
		return new CallSpec<>("sets", policy, node.codec());
	}

	/** Must not be read. */
	private static final class NoSource implements SourceCall.Blocking<String> {

		@Override
		public String read() {
			throw new AssertionError("The source is read");
		}

		@Override
		public String defaultValue(StampedeException reason) {
			throw new AssertionError("The default is asked for");
		}

	}

	/** Must not be read either. */
	private static final class NoAsyncSource implements SourceCall.Async<String> {

		@Override
		public CompletableFuture<String> read() {
			throw new AssertionError("The source is read");
		}

		@Override
		public CompletableFuture<String> defaultValue(StampedeException reason) {
			throw new AssertionError("The default is asked for");
		}

	}

	/** Decodes in its own way. */
	private static final class OtherCodec implements ValueCodec<String> {

		@Override
		public byte[] encode(Object value) {
			return new byte[0];
		}

		@Override
		public String decode(byte[] payload) {
			return "other v" + (payload.length - 1);
		}

	}

}
