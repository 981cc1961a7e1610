package dev.stampede.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.ApplicationContext;

import dev.stampede.acceptance.HerdOrder.Gate;

/**
 * Callers in one JVM, each on its own thread, that stand ready and are released together.
 */
final class Herd {

	private final HerdOrder order;

	private final FleetMethods methods;

	private final FleetSource source;

	private final EventCounter events;

	private final CountDownLatch gate = new CountDownLatch(1);

	private final AtomicInteger counted = new AtomicInteger();

	private final List<Future<String>> outcomes = new ArrayList<>();

	private Herd(HerdOrder order, ApplicationContext context) {
		this.order = order;
		this.methods = context.getBean(FleetMethods.class);
		this.source = context.getBean(FleetSource.class);
		this.events = context.getBean(EventCounter.class);
	}

	/**
	 * Returns a herd whose callers all stand ready.
	 */
	static Herd ready(HerdOrder order, ApplicationContext context) throws InterruptedException {
		Herd herd = new Herd(order, context);
		herd.source.next(order);
		herd.events.take();
		herd.events.onBoarding(herd::boarded);
		CountDownLatch ready = new CountDownLatch(order.callers());
		ExecutorService threads = Executors.newFixedThreadPool(order.callers());
		for (int i = 0; i < order.callers(); i++) {
			herd.outcomes.add(threads.submit(() -> herd.call(ready)));
		}
		threads.shutdown();
		ready.await();
		return herd;
	}

	void release() {
		this.gate.countDown();
	}

	/**
	 * Waits for all callers.
	 */
	HerdReport report() throws InterruptedException, ExecutionException {
		Map<String, Integer> counts = new TreeMap<>();
		for (Future<String> outcome : this.outcomes) {
			counts.merge(outcome.get(), 1, Integer::sum);
		}
		counts.putAll(this.events.take());
		return new HerdReport(counts);
	}

	private String call(CountDownLatch ready) throws InterruptedException {
		ready.countDown();
		this.gate.await();
		try {
			return "value." + this.order.method().call(this.methods, this.order.key());
		}
		catch (RuntimeException ex) {
			return "thrown." + ex.getClass().getSimpleName();
		}
		finally {
			answered();
		}
	}

	private void boarded() {
		if (this.order.gate() == Gate.ON_FLIGHT && this.counted.incrementAndGet() == this.order.callers()) {
			this.source.count(this.order, this.order.callers());
		}
	}

	/**
	 * Counts twice: when all callers here but one have their answers, since that one may
	 * be the winner, and when it has its own.
	 */
	private void answered() {
		if (this.order.gate() == Gate.ANSWERED) {
			int count = this.counted.incrementAndGet();
			if (count >= this.order.callers() - 1) {
				this.source.count(this.order, (count == this.order.callers()) ? 1 : count);
			}
		}
	}

}
