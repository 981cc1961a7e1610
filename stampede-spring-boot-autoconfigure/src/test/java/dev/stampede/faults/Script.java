package dev.stampede.faults;

import java.util.function.Function;

import org.springframework.data.redis.core.script.RedisScript;

import dev.stampede.redis.StampedeScripts;
import dev.stampede.testing.RedisServer;

/**
 * The scripts of the protocol, as they are seen on the wire.
 */
enum Script {

	ACQUIRE(StampedeScripts::acquire), FILL(StampedeScripts::fill), DISCARD(StampedeScripts::discard),
	FAIL(StampedeScripts::fail), RELEASE(StampedeScripts::release), RENEW(StampedeScripts::renew),
	EVICT(StampedeScripts::evict), SEIZE(StampedeScripts::seize), INSPECT(StampedeScripts::inspect);

	private final String digest;

	private final String text;

	Script(Function<StampedeScripts, RedisScript<?>> choice) {
		RedisScript<?> script = choice.apply(StampedeScripts.load());
		this.digest = script.getSha1();
		this.text = script.getScriptAsString();
	}

	/**
	 * Makes the scripts known to a server, so that digests are enough.
	 */
	static void loadAll(RedisServer server) {
		for (Script each : values()) {
			server.call("SCRIPT", "LOAD", each.text);
		}
	}

	/**
	 * Returns whether a request runs this script, by digest or as text.
	 */
	boolean isIn(String request) {
		return request.contains(this.digest) || request.contains(this.text);
	}

}
