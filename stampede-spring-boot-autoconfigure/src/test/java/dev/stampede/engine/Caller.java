package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.StampedeInterruptedException;
import dev.stampede.key.EntryKey;
import dev.stampede.store.StoreCommand;

/**
 * A call that a test leads along its path, step by step. The source waits until the test
 * says what it gives.
 */
public final class Caller {

	private final EngineContext engine;

	private final Call<String> call;

	private final CallPath<String> path;

	private boolean signalled;

	private boolean storable = true;

	private boolean keptElsewhere;

	Caller(EngineContext engine, CallSpec<String> spec, EntryKey key, boolean background) {
		this.engine = engine;
		this.call = new Call<>(engine, spec, key, new Source(), () -> this.signalled = true, background);
		this.path = new CallPath<>(engine, this.call);
	}

	/**
	 * Lets nothing that its source gives be stored.
	 * @return this caller
	 */
	public Caller vetoed() {
		this.storable = false;
		return this;
	}

	/**
	 * Lets another cache keep what its source gives.
	 * @return this caller
	 */
	Caller keptElsewhere() {
		this.keptElsewhere = true;
		return this;
	}

	/**
	 * Starts, and goes on until there is something to wait for.
	 * @return this caller
	 */
	Caller start() {
		this.path.start();
		return proceed();
	}

	/**
	 * Starts, and stands before its first command.
	 * @return this caller
	 */
	public Caller startSlowly() {
		this.path.start();
		return this;
	}

	/**
	 * Runs commands until the call waits, reads the source, or is done.
	 * @return this caller
	 */
	Caller proceed() {
		while (this.call.step() == Step.COMMAND || isReady()) {
			step();
		}
		return this;
	}

	/**
	 * Does what is to be done next.
	 * @return this caller
	 */
	public Caller step() {
		if (this.call.step() == Step.COMMAND) {
			execute();
		}
		else if (isReady()) {
			this.signalled = false;
			this.path.awoken();
		}
		return this;
	}

	/**
	 * Lets the source give a value.
	 * @param value the value
	 * @return this caller
	 */
	public Caller reads(@Nullable String value) {
		expect(Step.SOURCE);
		this.path.sourceRead(value, 5_000_000);
		return this;
	}

	/**
	 * Lets the source fail.
	 * @param ex the failure
	 * @return this caller
	 */
	public Caller fails(Throwable ex) {
		expect(Step.SOURCE);
		this.path.sourceFailed(ex, ex instanceof InterruptedException, 5_000_000);
		return this;
	}

	/**
	 * Interrupts it.
	 * @return this caller
	 */
	public Caller interrupt() {
		this.path.interrupted(new StampedeInterruptedException("Interrupted by the test"));
		return this;
	}

	/**
	 * Throws the driver out of its loop.
	 * @return this caller
	 */
	public Caller abandon() {
		this.path.abandon();
		return this;
	}

	/**
	 * Returns the command that is to be run next.
	 * @return the command
	 */
	public StoreCommand<?> command() {
		expect(Step.COMMAND);
		return this.call.command();
	}

	/**
	 * Returns whether the command is run even for a thread that is interrupted.
	 * @return whether nothing keeps it from being run
	 */
	public boolean isShielded() {
		return this.path.isShielded();
	}

	/**
	 * Hands it the reply to its command.
	 * @param reply the reply
	 */
	public void replied(Object reply) {
		expect(Step.COMMAND);
		this.path.replied(reply);
	}

	/**
	 * Lets its command fail.
	 * @param ex the failure
	 */
	public void failed(StampedeException ex) {
		expect(Step.COMMAND);
		this.path.failed(ex);
	}

	/**
	 * Returns the flight that it is on.
	 * @return the flight, or null before it boards one
	 */
	@Nullable Flight flight() {
		return this.call.isOnFlight() ? this.call.flight() : null;
	}

	/**
	 * Returns what tells the flight that it is on from others.
	 * @return the identity of the flight, or null before it boards one
	 */
	public @Nullable Object flightIdentity() {
		return flight();
	}

	/**
	 * Returns whether it shares a flight that another call has opened.
	 * @return whether it may be given a reply that was on its way when it began
	 */
	public boolean isOnFlightOfAnother() {
		Flight flight = flight();
		return flight != null && !flight.wasOpenedBy(this.call);
	}

	/**
	 * Returns whether it asks the store because it waits.
	 * @return whether its flight waits
	 */
	public boolean polls() {
		Flight flight = flight();
		return flight != null && flight.state(0, "").phase() == FlightState.Phase.WAITING;
	}

	/**
	 * Returns whether nobody joins its flight any more.
	 * @return whether it is on no flight, or on a detached one
	 */
	public boolean isDetached() {
		Flight flight = flight();
		return flight == null || flight.isDetached();
	}

	/**
	 * Returns whether its flight has found a fresh entry.
	 * @return whether everybody on board is served that
	 */
	public boolean isServedFresh() {
		Flight flight = flight();
		return flight != null && flight.outcome() instanceof FlightOutcome.Fresh;
	}

	/**
	 * Returns whether its flight may read the source.
	 * @return whether the flight has a lease, with a lock or without one
	 */
	public boolean hasLease() {
		return lease() != null;
	}

	/**
	 * Returns whether its flight reads without a lock since what is read is not stored.
	 * @return whether the key was marked as uncacheable
	 */
	public boolean passes() {
		Lease lease = lease();
		return lease != null && lease.isPassing();
	}

	/**
	 * Returns whether the lease of its flight was over before its read.
	 * @return whether there was a lease that has ended
	 */
	public boolean hasLostLease() {
		Lease lease = lease();
		return lease != null && lease.hasEnded();
	}

	/**
	 * Returns the token of the lock that its flight reads the source under.
	 * @return the token, or null without a lease or a lock
	 */
	public @Nullable String token() {
		Lease lease = lease();
		return (lease != null) ? lease.token() : null;
	}

	private @Nullable Lease lease() {
		Flight flight = flight();
		return (flight != null) ? flight.lease() : null;
	}

	/**
	 * Returns when it began.
	 * @return nanoseconds
	 */
	public long started() {
		return this.call.started();
	}

	/**
	 * Returns when it has to be answered.
	 * @return nanoseconds
	 */
	public long deadline() {
		return this.call.deadline();
	}

	/**
	 * Returns until when it waits at most.
	 * @return nanoseconds
	 */
	public long awaitUntil() {
		return this.call.awaitUntil();
	}

	Step at() {
		return this.call.step();
	}

	/**
	 * Returns whether it is to send a command.
	 * @return whether there is a command
	 */
	public boolean sends() {
		return at() == Step.COMMAND;
	}

	/**
	 * Returns whether it is to read the source.
	 * @return whether the source is to give something
	 */
	public boolean readsSource() {
		return at() == Step.SOURCE;
	}

	/**
	 * Returns whether it is to wait, or has just been woken.
	 * @return whether it can be interrupted in a wait
	 */
	public boolean isInWait() {
		return at() == Step.AWAIT;
	}

	/**
	 * Returns whether it waits and nothing has woken it.
	 * @return whether there is nothing to be done
	 */
	public boolean waits() {
		return isInWait() && !isReady();
	}

	/**
	 * Returns whether it has its answer.
	 * @return whether it has ended
	 */
	public boolean isDone() {
		return at() == Step.DONE;
	}

	/**
	 * Returns what it got.
	 * @return the value
	 * @throws Throwable what it failed with
	 */
	public @Nullable String answer() throws Throwable {
		expect(Step.DONE);
		return this.call.answer();
	}

	private boolean isReady() {
		return this.call.step() == Step.AWAIT && (this.signalled || this.call.awaitUntil() - this.engine.now() <= 0);
	}

	private void execute() {
		Object reply;
		try {
			reply = this.engine.store().execute(this.call.command());
		}
		catch (StampedeException ex) {
			this.path.failed(ex);
			return;
		}
		this.path.replied(reply);
	}

	private void expect(Step step) {
		if (at() != step) {
			throw new AssertionError("Expected to be at " + step + " but was at " + at());
		}
	}

	private final class Source implements SourceCall.Blocking<String> {

		@Override
		public String read() {
			throw new AssertionError("Sources are read by hand here");
		}

		@Override
		public boolean isStorable(@Nullable String value) {
			return Caller.this.storable;
		}

		@Override
		public boolean isKeptElsewhere(@Nullable String value) {
			return Caller.this.keptElsewhere;
		}

		@Override
		public String defaultValue(StampedeException reason) {
			return "default for " + reason.getClass().getSimpleName();
		}

	}

}
