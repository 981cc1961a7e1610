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
final class Caller {

	private final EngineContext engine;

	private final Call<String> call;

	private final CallPath<String> path;

	private boolean signalled;

	private boolean storable = true;

	Caller(EngineContext engine, CallSpec<String> spec, EntryKey key, boolean background) {
		this.engine = engine;
		this.call = new Call<>(engine, spec, key, new Source(), () -> this.signalled = true, background);
		this.path = new CallPath<>(engine, this.call);
	}

	Caller vetoed() {
		this.storable = false;
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
	Caller startSlowly() {
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
	Caller step() {
		if (this.call.step() == Step.COMMAND) {
			execute();
		}
		else if (isReady()) {
			this.signalled = false;
			this.path.awoken();
		}
		return this;
	}

	Caller reads(@Nullable String value) {
		expect(Step.SOURCE);
		this.path.sourceRead(value, 5_000_000);
		return this;
	}

	Caller fails(Throwable ex) {
		expect(Step.SOURCE);
		this.path.sourceFailed(ex, ex instanceof InterruptedException, 5_000_000);
		return this;
	}

	Caller interrupt() {
		this.path.interrupted(new StampedeInterruptedException("Interrupted by the test"));
		return this;
	}

	/**
	 * Throws the driver out of its loop.
	 * @return this caller
	 */
	Caller abandon() {
		this.path.abandon();
		return this;
	}

	/**
	 * Returns the command that is to be run next.
	 * @return the command
	 */
	StoreCommand<?> command() {
		expect(Step.COMMAND);
		return this.call.command();
	}

	/**
	 * Returns whether the command is run even for a thread that is interrupted.
	 * @return whether nothing keeps it from being run
	 */
	boolean isShielded() {
		return this.path.isShielded();
	}

	void replied(Object reply) {
		expect(Step.COMMAND);
		this.path.replied(reply);
	}

	void failed(StampedeException ex) {
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

	long started() {
		return this.call.started();
	}

	long deadline() {
		return this.call.deadline();
	}

	long awaitUntil() {
		return this.call.awaitUntil();
	}

	Step at() {
		return this.call.step();
	}

	boolean readsSource() {
		return at() == Step.SOURCE;
	}

	boolean waits() {
		return at() == Step.AWAIT && !isReady();
	}

	@Nullable String answer() throws Throwable {
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
		public String defaultValue(StampedeException reason) {
			return "default for " + reason.getClass().getSimpleName();
		}

	}

}
