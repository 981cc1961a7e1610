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

	private final AotHerd herd;

	AotPrices(AotHerd herd) {
		this.herd = herd;
	}

	@StampedeProtected(cacheName = "quotes", key = "#request.id + '/' + #root.methodName",
			condition = "#request.id > 0", unless = "#result.empty")
	List<Quote> find(Request request) throws InterruptedException {
		int number = this.reads.incrementAndGet();
		if (number == 1) {
			this.herd.await();
		}
		return List.of(new Quote("quote", number));
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
