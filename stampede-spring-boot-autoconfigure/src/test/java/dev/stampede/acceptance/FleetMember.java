package dev.stampede.acceptance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.context.ConfigurableApplicationContext;

import dev.stampede.testing.TestRedis;
import dev.stampede.testing.fleet.Member;
import dev.stampede.testing.fleet.MemberProcess;

/**
 * A member of the fleet, in a JVM of its own: its orders are those of herds.
 *
 * @param context its application
 */
record FleetMember(ConfigurableApplicationContext context) implements Member {

	/**
	 * Starts the member.
	 * @param args properties of the application
	 * @throws Exception if anything fails
	 */
	public static void main(String[] args) throws Exception {
		Member.run(() -> start(args));
	}

	static MemberProcess launch(String name, TestRedis redis, SharedSource source) throws IOException {
		List<String> arguments = new ArrayList<>(List.of("--spring.data.redis.client-name=" + name));
		Stream.concat(Stream.of(redis.properties()), Stream.of(source.property()))
			.map((property) -> "--" + property)
			.forEach(arguments::add);
		return MemberProcess.launch(name, FleetMember.class, arguments);
	}

	@Override
	public Action prepare(String order) throws InterruptedException {
		return OrderedHerd.ready(HerdOrder.parse(order), this.context);
	}

	@Override
	public void close() {
		this.context.close();
	}

	// connected when this returns
	private static FleetMember start(String[] args) {
		FleetMember member = new FleetMember(FleetApplication.application().run(args));
		member.context.getBean(FleetMethods.class).poll("warm-up-" + ProcessHandle.current().pid());
		return member;
	}

}
