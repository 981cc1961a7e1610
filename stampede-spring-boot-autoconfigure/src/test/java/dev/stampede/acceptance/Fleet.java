package dev.stampede.acceptance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.stampede.testing.MonitoredCommand;
import dev.stampede.testing.RedisMonitor;
import dev.stampede.testing.TestRedis;

/**
 * JVMs on one Redis.
 */
final class Fleet implements AutoCloseable {

	private static final Pattern CLIENT = Pattern.compile("\\baddr=(\\S+) .*\\bname=(\\S+)");

	private final TestRedis redis;

	private final List<MemberProcess> members = new ArrayList<>();

	private Fleet(TestRedis redis) {
		this.redis = redis;
	}

	/**
	 * Launches members and returns when all of them have started.
	 */
	static Fleet launch(TestRedis redis, int size) throws IOException {
		Fleet fleet = new Fleet(redis);
		for (int i = 1; i <= size; i++) {
			fleet.members.add(MemberProcess.launch("member-" + i, redis));
		}
		fleet.members.forEach(MemberProcess::awaitStart);
		return fleet;
	}

	MemberProcess member(int index) {
		return this.members.get(index);
	}

	/**
	 * Lets a herd loose in all members at once.
	 */
	HerdReport run(HerdOrder order) {
		return run(this.members, order);
	}

	/**
	 * Lets a herd loose in some members at once.
	 */
	static HerdReport run(List<MemberProcess> members, HerdOrder order) {
		members.forEach((member) -> member.prepare(order));
		members.forEach(MemberProcess::release);
		return HerdReport.sum(members.stream().map(MemberProcess::report).toList());
	}

	/**
	 * Returns the names of the commands that each member sent, by its name.
	 */
	Map<String, List<String>> commands(RedisMonitor monitor) {
		Map<String, String> names = namesByAddress();
		Map<String, List<String>> commands = new LinkedHashMap<>();
		for (MonitoredCommand command : monitor.all()) {
			String name = names.get(command.source());
			if (name != null) {
				commands.computeIfAbsent(name, (unused) -> new ArrayList<>()).add(command.name());
			}
		}
		return commands;
	}

	@Override
	public void close() {
		this.members.forEach(MemberProcess::close);
	}

	private Map<String, String> namesByAddress() {
		Map<String, String> names = new LinkedHashMap<>();
		Matcher client = CLIENT.matcher(String.valueOf(this.redis.call("CLIENT", "LIST")));
		while (client.find()) {
			if (this.members.stream().anyMatch((member) -> member.name().equals(client.group(2)))) {
				names.put(client.group(1), client.group(2));
			}
		}
		return names;
	}

}
