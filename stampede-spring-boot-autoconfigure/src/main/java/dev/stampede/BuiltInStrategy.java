package dev.stampede;

/**
 * Built-in strategy of one constant: a single decision, whatever the loser.
 *
 * @param handles the constant carried out
 */
record BuiltInStrategy(OnLose handles) implements LoserStrategy {

	@Override
	public Decision decide(Loser loser) {
		return switch (this.handles) {
			case SERVE_STALE -> Decision.SERVE_STALE;
			case POLL -> Decision.WAIT;
			case RETURN_DEFAULT -> Decision.RETURN_DEFAULT;
			case FAIL_FAST ->
				throw new StampedeLockedException("Another caller is reading the source of cache '" + loser.cacheName()
						+ "' for this key; on-lose is FAIL_FAST. Try again, or add POLL to wait for it");
		};
	}

}
