package dev.stampede.benchmarks.herd;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.stampede.testing.fleet.Member;
import dev.stampede.testing.fleet.MemberProcess;
import dev.stampede.testing.fleet.SourceClient;

/**
 * A member of a fleet in a JVM of its own, with one contender. Its orders are those of
 * herds, and evictions.
 *
 * @param contender the contender
 * @param source the source that it reads
 */
record ContenderMember(Contender contender, SourceClient source) implements Member {

	static final String EVICT = "evict";

	/**
	 * Starts the member.
	 * @param args the contender, and the settings
	 * @throws Exception if anything fails
	 */
	public static void main(String[] args) throws Exception {
		Member.run(() -> start(Approach.valueOf(args[0]), MemberSettings.parse(List.of(args).subList(1, args.length))));
		System.exit(0);
	}

	static MemberProcess launch(Approach approach, MemberSettings settings) throws IOException {
		List<String> arguments = new ArrayList<>(List.of(approach.name()));
		arguments.addAll(settings.words());
		return MemberProcess.launch(settings.name(), ContenderMember.class, arguments);
	}

	@Override
	public Action prepare(String order) throws InterruptedException {
		if (order.startsWith(EVICT)) {
			return new Eviction(this.contender, order.substring(EVICT.length() + 1));
		}
		return MeasuredHerd.ready(Order.parse(order), this.contender, this.source);
	}

	@Override
	public void close() {
		// ends with its JVM
	}

	// connected when this returns
	private static ContenderMember start(Approach approach, MemberSettings settings) {
		SourceClient source = new SourceClient(settings.sourcePort());
		Contender contender = approach.start(settings, source);
		contender.get("connected-" + settings.name());
		return new ContenderMember(contender, source);
	}

	/**
	 * Eviction of a value.
	 *
	 * @param contender the contender
	 * @param key the key
	 */
	private record Eviction(Contender contender, String key) implements Action {

		@Override
		public void release() {
			this.contender.evict(this.key);
		}

		@Override
		public String report() {
			return EVICT;
		}

	}

}
