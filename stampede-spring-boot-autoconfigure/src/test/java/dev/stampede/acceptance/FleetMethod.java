package dev.stampede.acceptance;

/**
 * The methods of {@link FleetMethods}, to be called on its proxy.
 */
enum FleetMethod {

	POLL, SERVE_STALE, LEAVE_STALE, RETURN_DEFAULT, FAIL_FAST, RENEWED, UNRENEWED;

	String call(FleetMethods methods, String key) {
		return switch (this) {
			case POLL -> methods.poll(key);
			case SERVE_STALE -> methods.serveStale(key);
			case LEAVE_STALE -> methods.leaveStale(key);
			case RETURN_DEFAULT -> methods.returnDefault(key);
			case FAIL_FAST -> methods.failFast(key);
			case RENEWED -> methods.renewed(key);
			case UNRENEWED -> methods.unrenewed(key);
		};
	}

}
