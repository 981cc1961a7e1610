package dev.stampede.nativeimage;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import dev.stampede.OnLose;
import dev.stampede.StampedeProtected;

/**
 * A protected source with expressions, a record as key, JSON and a fallback.
 */
class AotPrices {

	final AtomicInteger reads = new AtomicInteger();

	@StampedeProtected(cacheName = "quotes", key = "#request.id + '/' + #root.methodName",
			condition = "#request.id > 0", unless = "#result.empty")
	List<Quote> find(Request request) throws InterruptedException {
		Thread.sleep(200);
		return List.of(new Quote("quote", this.reads.incrementAndGet()));
	}

	@StampedeProtected(cacheName = "records")
	Quote findByRecord(Request request) {
		return new Quote("record", this.reads.incrementAndGet());
	}

	@StampedeProtected(cacheName = "held", onLose = OnLose.RETURN_DEFAULT, fallback = "late")
	Quote findHeld(String id) {
		return new Quote("source", this.reads.incrementAndGet());
	}

	Quote late(String id, Throwable reason) {
		return new Quote(reason.getClass().getSimpleName(), 0);
	}

	record Request(int id) {

	}

	record Quote(String name, int number) {

	}

}
