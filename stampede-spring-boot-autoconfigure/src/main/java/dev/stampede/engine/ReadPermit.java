package dev.stampede.engine;

/**
 * The permit of one caller to read the source, where its cache limits concurrent reads.
 * Confined to its call.
 */
final class ReadPermit {

	private final EngineContext engine;

	private final Call<?> call;

	private final int limit;

	private boolean missing;

	private boolean mayBeFree;

	ReadPermit(EngineContext engine, Call<?> call) {
		this.engine = engine;
		this.call = call;
		this.limit = call.policy().maxConcurrentReads();
	}

	/**
	 * Takes it, unless none is needed: a call inside a read of the same cache uses its
	 * parent's.
	 * @return whether the caller may read; else it is woken when it may try again
	 */
	boolean take() {
		this.mayBeFree = false;
		this.missing = this.limit > 0 && !this.engine.nesting().readsCache(this.call.cacheName())
				&& !this.engine.permits().take(this.call, this.limit);
		return !this.missing;
	}

	void giveBack() {
		if (this.limit > 0) {
			this.engine.permits().giveBack(this.call);
		}
	}

	/**
	 * Hears that the caller was woken.
	 * @param early whether before its time
	 */
	void woken(boolean early) {
		this.mayBeFree = this.missing && early;
	}

	boolean mayBeFree() {
		return this.mayBeFree;
	}

	boolean isMissing() {
		return this.missing && !this.mayBeFree;
	}

}
