package dev.stampede.acceptance;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.ApplicationContext;

import dev.stampede.acceptance.HerdOrder.Gate;
import dev.stampede.testing.fleet.Callers;
import dev.stampede.testing.fleet.Member;

/**
 * A herd in one application, as an order asks for it.
 */
final class OrderedHerd implements Member.Action {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	private final HerdOrder order;

	private final FleetMethods methods;

	private final FleetSource source;

	private final EventCounter events;

	private final AtomicInteger counted = new AtomicInteger();

	private final Map<String, Integer> outcomes = new ConcurrentSkipListMap<>();

	private final Callers callers;

	private OrderedHerd(HerdOrder order, ApplicationContext context) throws InterruptedException {
		this.order = order;
		this.methods = context.getBean(FleetMethods.class);
		this.source = context.getBean(FleetSource.class);
		this.events = context.getBean(EventCounter.class);
		this.callers = Callers.ready(order.callers(), this::call);
	}

	/**
	 * Returns a herd whose callers all stand ready.
	 */
	static OrderedHerd ready(HerdOrder order, ApplicationContext context) throws InterruptedException {
		OrderedHerd herd = new OrderedHerd(order, context);
		herd.source.next(order);
		herd.events.take();
		herd.events.onFlight(herd::cameToFlight);
		return herd;
	}

	@Override
	public void release() {
		this.callers.release();
	}

	@Override
	public String report() throws InterruptedException {
		return counts().toString();
	}

	/**
	 * Waits for all callers.
	 */
	HerdReport counts() throws InterruptedException {
		int hung = this.callers.await(LIMIT).size();
		if (hung > 0) {
			throw new IllegalStateException(hung + " callers of " + this.order.key() + " hang");
		}
		Map<String, Integer> counts = new TreeMap<>(this.outcomes);
		counts.putAll(this.events.take());
		return new HerdReport(counts);
	}

	private void call(int number) {
		this.outcomes.merge(outcome(), 1, Integer::sum);
	}

	private String outcome() {
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

	private void cameToFlight() {
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
