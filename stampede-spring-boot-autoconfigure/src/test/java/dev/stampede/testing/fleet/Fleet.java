package dev.stampede.testing.fleet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.stampede.testing.MonitoredCommand;
import dev.stampede.testing.RedisMonitor;

/**
 * Members in JVMs of their own, called {@code member-1} and so on; the connections of
 * each to Redis bear its name.
 */
public final class Fleet implements AutoCloseable {

	private static final Pattern CLIENT = Pattern.compile("\\baddr=(\\S+) .*\\bname=(\\S+)");

	private final List<MemberProcess> members = new ArrayList<>();

	private Fleet() {
	}

	/**
	 * Launches members, which start side by side.
	 * @param size how many
	 * @param launcher the launch of one
	 * @return the fleet
	 * @throws IOException if a member cannot be launched
	 */
	public static Fleet launch(int size, Launcher launcher) throws IOException {
		Fleet fleet = new Fleet();
		for (int i = 1; i <= size; i++) {
			fleet.members.add(launcher.launch("member-" + i));
		}
		return fleet;
	}

	/**
	 * Waits until all members have started.
	 */
	public void awaitStart() {
		this.members.forEach(MemberProcess::awaitStart);
	}

	/**
	 * Returns all members.
	 * @return the members
	 */
	public List<MemberProcess> members() {
		return this.members;
	}

	/**
	 * Returns a member.
	 * @param index its index, from 0
	 * @return the member
	 */
	public MemberProcess member(int index) {
		return this.members.get(index);
	}

	/**
	 * Gives an order to members, and lets them act at the same time.
	 * @param members the members
	 * @param order the order
	 */
	public static void release(List<MemberProcess> members, String order) {
		members.forEach((member) -> member.prepare(order));
		members.forEach(MemberProcess::release);
	}

	/**
	 * Waits for the outcome of their order.
	 * @param members the members
	 * @return their reports
	 */
	public static List<String> report(List<MemberProcess> members) {
		return members.stream().map(MemberProcess::report).toList();
	}

	/**
	 * Returns the names of the commands that each member sent to Redis.
	 * @param monitor what Redis was asked
	 * @param clients what {@code CLIENT LIST} says of the connections
	 * @return the names of the commands by the name of the member
	 */
	public Map<String, List<String>> commands(RedisMonitor monitor, String clients) {
		Map<String, String> names = namesByAddress(clients);
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

	private Map<String, String> namesByAddress(String clients) {
		Map<String, String> names = new LinkedHashMap<>();
		Matcher client = CLIENT.matcher(clients);
		while (client.find()) {
			if (this.members.stream().anyMatch((member) -> member.name().equals(client.group(2)))) {
				names.put(client.group(1), client.group(2));
			}
		}
		return names;
	}

	/**
	 * Launch of a member.
	 */
	@FunctionalInterface
	public interface Launcher {

		/**
		 * Launches a member.
		 * @param name its name
		 * @return the member
		 * @throws IOException if it cannot be launched
		 */
		MemberProcess launch(String name) throws IOException;

	}

}
