package dev.stampede.benchmarks.herd;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import dev.stampede.benchmarks.RedisProcess;

/**
 * Members in JVMs of their own that share a contender, a source, and a Redis that nobody
 * else uses.
 */
final class Fleet implements AutoCloseable {

	private final Approach approach;

	private final RedisProcess redis;

	private final Source source;

	private final List<MemberProcess> members = new ArrayList<>();

	private Fleet(Approach approach, RedisProcess redis, Source source) {
		this.approach = approach;
		this.redis = redis;
		this.source = source;
	}

	// Launches members, which start on their own.
	static Fleet launch(Approach approach, int size, Scenario.Times times) throws IOException, InterruptedException {
		Fleet fleet = new Fleet(approach, RedisProcess.start(), new Source());
		for (int i = 1; i <= size; i++) {
			fleet.members.add(MemberProcess.launch(approach, new MemberSettings("member-" + i, fleet.redis.port(),
					fleet.source.port(), times.ttl(), times.lease())));
		}
		return fleet;
	}

	void awaitStart() throws IOException {
		for (MemberProcess member : this.members) {
			member.awaitStart();
		}
	}

	Approach approach() {
		return this.approach;
	}

	RedisProcess redis() {
		return this.redis;
	}

	Source source() {
		return this.source;
	}

	MemberProcess member(int index) {
		return this.members.get(index);
	}

	List<MemberProcess> members() {
		return this.members;
	}

	// Returns all members but the first.
	List<MemberProcess> others() {
		return this.members.subList(1, this.members.size());
	}

	// Lets callers loose in all members at once, and waits for them.
	Calls run(Order order) throws IOException {
		release(this.members, order);
		return report(this.members);
	}

	static void release(List<MemberProcess> members, Order order) throws IOException {
		for (MemberProcess member : members) {
			member.prepare(order);
		}
		members.forEach(MemberProcess::release);
	}

	static Calls report(List<MemberProcess> members) throws IOException {
		Calls all = new Calls(List.of());
		for (MemberProcess member : members) {
			all = all.plus(member.report());
		}
		return all;
	}

	// Waits until the source is being read.
	void awaitRead() throws InterruptedException {
		while (this.source.reads() == 0) {
			Thread.sleep(1);
		}
	}

	// Lets callers loose and counts the commands of the members.
	Figures count(Callable<Calls> callers) throws Exception {
		try (CommandCount count = countCommands()) {
			Calls calls = callers.call();
			return Figures.counts(this.source, calls).with(Figure.COMMANDS, count.most());
		}
	}

	// Begins to count the commands of the members.
	CommandCount countCommands() throws IOException {
		return CommandCount.begin(this.redis.port(),
				this.members.stream().map(MemberProcess::name).collect(Collectors.toSet()));
	}

	@Override
	public void close() throws IOException {
		for (MemberProcess member : this.members) {
			member.close();
		}
		this.source.close();
		this.redis.close();
	}

}
