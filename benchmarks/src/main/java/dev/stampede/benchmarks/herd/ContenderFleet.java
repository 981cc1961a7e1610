package dev.stampede.benchmarks.herd;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import dev.stampede.testing.RedisMonitor;
import dev.stampede.testing.RedisServer;
import dev.stampede.testing.fleet.Fleet;
import dev.stampede.testing.fleet.MemberProcess;

/**
 * A fleet whose members share a contender, a source, and a Redis that nobody else uses.
 */
final class ContenderFleet implements AutoCloseable {

	private final Approach approach;

	private final RedisServer redis;

	private final Source source;

	private final Fleet fleet;

	private ContenderFleet(Approach approach, RedisServer redis, Source source, Fleet fleet) {
		this.approach = approach;
		this.redis = redis;
		this.source = source;
		this.fleet = fleet;
	}

	// Launches members, which start on their own.
	static ContenderFleet launch(Approach approach, int size, Scenario.Times times) throws IOException {
		RedisServer redis = RedisServer.start();
		Source source = new Source();
		Fleet fleet = Fleet.launch(size, (name) -> ContenderMember.launch(approach,
				new MemberSettings(name, redis.port(), source.port(), times.ttl(), times.lease())));
		return new ContenderFleet(approach, redis, source, fleet);
	}

	void awaitStart() {
		this.fleet.awaitStart();
	}

	Approach approach() {
		return this.approach;
	}

	RedisServer redis() {
		return this.redis;
	}

	Source source() {
		return this.source;
	}

	List<MemberProcess> members() {
		return this.fleet.members();
	}

	MemberProcess member(int index) {
		return this.fleet.member(index);
	}

	// Returns all members but the first.
	List<MemberProcess> others() {
		return members().subList(1, members().size());
	}

	// Lets callers loose in all members at once, and waits for them.
	Calls run(Order order) {
		return run(members(), order);
	}

	// Lets callers loose in some members at once, and waits for them.
	static Calls run(List<MemberProcess> members, Order order) {
		release(members, order);
		return report(members);
	}

	static void release(List<MemberProcess> members, Order order) {
		Fleet.release(members, order.toString());
	}

	static Calls report(List<MemberProcess> members) {
		return Calls.of(Fleet.report(members));
	}

	// Has a member drop a value.
	void evict(int member, String key) {
		member(member).start(ContenderMember.EVICT + " " + key);
		member(member).report();
	}

	// Waits until the source is being read.
	void awaitRead() throws InterruptedException {
		while (this.source.reads() == 0) {
			Thread.sleep(1);
		}
	}

	// Lets callers loose and counts the commands of the members.
	Figures count(Callable<Calls> callers) throws Exception {
		try (RedisMonitor monitor = monitor()) {
			Calls calls = callers.call();
			return Figures.counts(this.source, calls).with(Figure.COMMANDS, mostCommands(monitor));
		}
	}

	// Begins to listen to the commands of the members.
	RedisMonitor monitor() {
		return RedisMonitor.open(this.redis.host(), this.redis.port());
	}

	// Returns how many commands the member sent that sent the most. What scripts run is
	// not counted.
	int mostCommands(RedisMonitor monitor) {
		String clients = String.valueOf(this.redis.call("CLIENT", "LIST"));
		return this.fleet.commands(monitor, clients)
			.values()
			.stream()
			.mapToInt((commands) -> (int) commands.stream().filter((command) -> !command.equals("PING")).count())
			.max()
			.orElse(0);
	}

	@Override
	public void close() throws IOException {
		members().forEach(MemberProcess::kill);
		this.fleet.close();
		this.source.close();
		this.redis.close();
	}

}
