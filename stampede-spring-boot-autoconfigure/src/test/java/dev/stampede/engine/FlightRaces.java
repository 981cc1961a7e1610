package dev.stampede.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * What two callers of one key may do to a flight at the same time, as jcstress tests,
 * which {@link FlightRacesTests} runs.
 */
public final class FlightRaces {

	private FlightRaces() {
	}

	/** Two members of a flight that nobody leads look at it. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class OneLooksWhileAnotherLooks {

		private final FlightRace race;

		public OneLooksWhileAnotherLooks() {
			this(new FlightTable());
		}

		OneLooksWhileAnotherLooks(FlightTable table) {
			this.race = new FlightRace(table);
			this.race.first.board();
			this.race.second.board();
			this.race.third.board();
			this.race.first.leave();
		}

		@Actor
		public void second() {
			this.race.second.look();
		}

		@Actor
		public void third() {
			this.race.third.look();
		}

		@Arbiter
		public void judge(L_Result result) {
			result.r1 = this.race.verdict();
		}

	}

	/** Two losers claim the lead of a flight that waits. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class OneClaimsWhileAnotherClaims {

		private final FlightRace race;

		public OneClaimsWhileAnotherClaims() {
			this(new FlightTable());
		}

		OneClaimsWhileAnotherClaims(FlightTable table) {
			this.race = new FlightRace(table);
			this.race.first.board();
			this.race.second.board();
			this.race.third.board();
			this.race.first.enter(FlightState.Phase.WAITING);
			this.race.first.leave();
		}

		@Actor
		public void second() {
			this.race.second.claim();
		}

		@Actor
		public void third() {
			this.race.third.claim();
		}

		@Arbiter
		public void judge(L_Result result) {
			result.r1 = this.race.verdict();
		}

	}

	/** Two callers come at once. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class OneBoardsWhileAnotherBoards {

		private final FlightRace race;

		public OneBoardsWhileAnotherBoards() {
			this(new FlightTable());
		}

		OneBoardsWhileAnotherBoards(FlightTable table) {
			this.race = new FlightRace(table);
		}

		@Actor
		public void first() {
			this.race.first.board();
		}

		@Actor
		public void second() {
			this.race.second.board();
		}

		@Arbiter
		public void judge(L_Result result) {
			result.r1 = this.race.verdict();
		}

	}

	/** The leader leaves and somebody comes. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class LeaderLeavesWhileOneBoards {

		private final FlightRace race;

		public LeaderLeavesWhileOneBoards() {
			this(new FlightTable());
		}

		LeaderLeavesWhileOneBoards(FlightTable table) {
			this.race = new FlightRace(table);
			this.race.first.board();
		}

		@Actor
		public void first() {
			this.race.first.leave();
		}

		@Actor
		public void second() {
			this.race.second.boardAndLook();
		}

		@Arbiter
		public void judge(L_Result result) {
			result.r1 = this.race.verdict();
		}

	}

	/** The only one on board leaves and somebody comes and goes. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class LastLeavesWhileOneComesAndGoes {

		private final FlightRace race;

		public LastLeavesWhileOneComesAndGoes() {
			this(new FlightTable());
		}

		LastLeavesWhileOneComesAndGoes(FlightTable table) {
			this.race = new FlightRace(table);
			this.race.first.board();
		}

		@Actor
		public void first() {
			this.race.first.leave();
		}

		@Actor
		public void second() {
			this.race.second.board();
			this.race.second.leave();
		}

		@Arbiter
		public void judge(L_Result result) {
			result.r1 = this.race.verdict();
		}

	}

	/** The flight is completed and somebody comes. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class LeaderCompletesWhileOneBoards {

		private final FlightRace race;

		public LeaderCompletesWhileOneBoards() {
			this(new FlightTable());
		}

		LeaderCompletesWhileOneBoards(FlightTable table) {
			this.race = new FlightRace(table);
			this.race.first.board();
		}

		@Actor
		public void first() {
			this.race.first.complete();
		}

		@Actor
		public void second() {
			this.race.second.boardAndLook();
		}

		@Arbiter
		public void judge(L_Result result) {
			result.r1 = this.race.verdict();
		}

	}

	/** The flight is detached and somebody comes. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class FlightIsDetachedWhileOneBoards {

		private final FlightRace race;

		public FlightIsDetachedWhileOneBoards() {
			this(new FlightTable());
		}

		FlightIsDetachedWhileOneBoards(FlightTable table) {
			this.race = new FlightRace(table);
			this.race.first.board();
		}

		@Actor
		public void writer() {
			this.race.detach();
		}

		@Actor
		public void second() {
			this.race.second.boardAndLook();
		}

		@Arbiter
		public void judge(L_Result result) {
			result.r1 = this.race.verdict();
		}

	}

	/**
	 * The reply serves the others on board while the leader goes on with something else.
	 */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class ReplyServesWhileLeaderGoesOn {

		private final FlightRace race;

		private final FlightRace.Rider leader;

		public ReplyServesWhileLeaderGoesOn() {
			this(new FlightTable());
		}

		ReplyServesWhileLeaderGoesOn(FlightTable table) {
			this.race = new FlightRace(table);
			this.leader = this.race.first;
			this.leader.board();
			this.race.second.board();
		}

		@Actor
		public void reply() {
			this.leader.serve();
		}

		@Actor
		public void first() {
			this.leader.goOn();
		}

		@Arbiter
		public void judge(L_Result result) {
			result.r1 = this.race.verdict();
		}

	}

	/** The reply serves the others on board while the flight is detached. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class ReplyServesWhileFlightIsDetached {

		private final FlightRace race;

		private final FlightRace.Rider leader;

		public ReplyServesWhileFlightIsDetached() {
			this.race = new FlightRace(new FlightTable());
			this.leader = this.race.first;
			this.leader.board();
			this.race.second.board();
		}

		@Actor
		public void reply() {
			this.leader.serve();
		}

		@Actor
		public void writer() {
			this.race.detach();
		}

		@Arbiter
		public void judge(L_Result result) {
			this.leader.goOn();
			result.r1 = this.race.verdict();
		}

	}

}
