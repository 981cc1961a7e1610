package dev.stampede.sample;

import java.time.LocalDate;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

import dev.stampede.OnLose;
import dev.stampede.StampedeProtected;

/**
 * Protected methods, one for each thing that losers can do, over a source of their own.
 * An application has one such method, not four; and its key is the code of the set, where
 * here each herd has an entry of its own.
 */
@Service
class HerdMethods {

	private final CardSets source;

	HerdMethods(JdbcClient jdbc) {
		this.source = new CardSets(jdbc);
	}

	// Losers wait for the winner.
	@StampedeProtected(cacheName = "herd-poll", key = "#herd", onLose = OnLose.POLL)
	CardSet poll(String code, String herd) {
		return read(code);
	}

	// Losers get the stale copy at once.
	@StampedeProtected(cacheName = "herd-serve-stale", key = "#herd", onLose = OnLose.SERVE_STALE)
	CardSet serveStale(String code, String herd) {
		return read(code);
	}

	// Leaves an entry in the cache of serveStale() that is stale at once: what an entry
	// gets comes from the
	// method that reads the source.
	@StampedeProtected(cacheName = "herd-serve-stale", key = "#herd", ttl = 1, onLose = OnLose.POLL)
	CardSet leaveStale(String code, String herd) {
		return read(code);
	}

	// Losers get the set without its sales.
	@StampedeProtected(cacheName = "herd-return-default", key = "#herd", onLose = OnLose.RETURN_DEFAULT,
			fallback = "withoutSales")
	CardSet returnDefault(String code, String herd) {
		return read(code);
	}

	// Losers get an exception.
	@StampedeProtected(cacheName = "herd-fail-fast", key = "#herd", onLose = OnLose.FAIL_FAST)
	CardSet failFast(String code, String herd) {
		return read(code);
	}

	// Every caller reads the source.
	CardSet unprotected(String code) {
		return read(code);
	}

	long reads() {
		return this.source.reads();
	}

	// The default of returnDefault().
	CardSet withoutSales(String code, String herd) {
		return CardSet.withoutSales(code, "not known yet", LocalDate.EPOCH);
	}

	private CardSet read(String code) {
		return this.source.read(code).orElseThrow();
	}

}
