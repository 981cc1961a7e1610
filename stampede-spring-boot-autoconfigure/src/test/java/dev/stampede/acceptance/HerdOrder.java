package dev.stampede.acceptance;

/**
 * Order to a member of the fleet: to let callers loose on one key. Written as one line.
 *
 * @param method the method they call
 * @param key the key they ask for
 * @param callers how many there are in this member
 * @param readMillis how long a read of the source takes at least
 * @param gate what a read then waits for
 * @param gateCount the number of callers in the fleet at which the gate opens
 */
record HerdOrder(FleetMethod method, String key, int callers, long readMillis, Gate gate, int gateCount) {

	static HerdOrder of(FleetMethod method, String key, int callers) {
		return new HerdOrder(method, key, callers, 0, Gate.NONE, 0);
	}

	static HerdOrder parse(String line) {
		String[] words = line.split(" ", -1);
		return new HerdOrder(FleetMethod.valueOf(words[0]), words[1], Integer.parseInt(words[2]),
				Long.parseLong(words[3]), Gate.valueOf(words[4]), Integer.parseInt(words[5]));
	}

	HerdOrder reading(long millis) {
		return new HerdOrder(this.method, this.key, this.callers, millis, this.gate, this.gateCount);
	}

	HerdOrder readingUntilTestOpensGate() {
		return gated(Gate.TEST, 0);
	}

	HerdOrder readingUntilAllAreOnFlights(int members) {
		return gated(Gate.ON_FLIGHT, members * this.callers);
	}

	HerdOrder readingUntilAllButTheWinnerAreAnswered(int members) {
		return gated(Gate.ANSWERED, members * this.callers - 1);
	}

	private HerdOrder gated(Gate by, int count) {
		return new HerdOrder(this.method, this.key, this.callers, this.readMillis, by, count);
	}

	@Override
	public String toString() {
		return String.join(" ", this.method.name(), this.key, String.valueOf(this.callers),
				String.valueOf(this.readMillis), this.gate.name(), String.valueOf(this.gateCount));
	}

	/**
	 * Event that a read of the source waits for.
	 */
	enum Gate {

		/** Nothing. */
		NONE,
		/** The test. */
		TEST,
		/** That so many callers have opened or joined a flight. */
		ON_FLIGHT,
		/** That so many callers have their answers. */
		ANSWERED

	}

}
