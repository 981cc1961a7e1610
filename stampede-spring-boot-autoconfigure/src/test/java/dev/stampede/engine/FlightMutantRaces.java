package dev.stampede.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Races of {@link FlightRaces} on tables that have a mistake each, by the name of the
 * mistake in {@link FlightMutants}.
 */
public final class FlightMutantRaces {

	private FlightMutantRaces() {
	}

	/** Lets whoever looks at a flight lead it. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class AnybodyLeads {

		private final FlightRaces.OneLooksWhileAnotherLooks race = new FlightRaces.OneLooksWhileAnotherLooks(
				new FlightMutants.AnybodyLeads());

		@Actor
		public void second() {
			this.race.second();
		}

		@Actor
		public void third() {
			this.race.third();
		}

		@Arbiter
		public void judge(L_Result result) {
			this.race.judge(result);
		}

	}

	/** Offers a vacant lead to nobody. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class LeavesSilently {

		private final FlightRaces.LeaderLeavesWhileOneBoards race = new FlightRaces.LeaderLeavesWhileOneBoards(
				new FlightMutants.LeavesSilently());

		@Actor
		public void first() {
			this.race.first();
		}

		@Actor
		public void second() {
			this.race.second();
		}

		@Arbiter
		public void judge(L_Result result) {
			this.race.judge(result);
		}

	}

	/** Looks for members before it takes the lock, not under it. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class CountsBeforeItLeaves {

		private final FlightRaces.LeaderLeavesWhileOneBoards race = new FlightRaces.LeaderLeavesWhileOneBoards(
				new FlightMutants.CountsBeforeItLeaves());

		@Actor
		public void first() {
			this.race.first();
		}

		@Actor
		public void second() {
			this.race.second();
		}

		@Arbiter
		public void judge(L_Result result) {
			this.race.judge(result);
		}

	}

	/** Leaves a flight that is over in the table. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class StaysInTheTable {

		private final FlightRaces.LastLeavesWhileOneComesAndGoes race = new FlightRaces.LastLeavesWhileOneComesAndGoes(
				new FlightMutants.StaysInTheTable());

		@Actor
		public void first() {
			this.race.first();
		}

		@Actor
		public void second() {
			this.race.second();
		}

		@Arbiter
		public void judge(L_Result result) {
			this.race.judge(result);
		}

	}

	/** Does not say that its leader goes on with something else. */
	@JCStressTest
	@Outcome(id = FlightRace.FINE, expect = Expect.ACCEPTABLE, desc = "as it should be")
	@Outcome(expect = Expect.FORBIDDEN, desc = "a violation")
	@State
	public static class ServesBehindItsLeader {

		private final FlightRaces.ReplyServesWhileLeaderGoesOn race = new FlightRaces.ReplyServesWhileLeaderGoesOn(
				new FlightMutants.ServesBehindItsLeader());

		@Actor
		public void reply() {
			this.race.reply();
		}

		@Actor
		public void first() {
			this.race.first();
		}

		@Arbiter
		public void judge(L_Result result) {
			this.race.judge(result);
		}

	}

}
