package dev.stampede.soak;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.stampede.testing.RedisServer;

/**
 * The members of the soak test. The first lives from the beginning to the end; the others
 * are killed and replaced.
 */
final class SoakFleet implements AutoCloseable {

	private static final int SIZE = 3;

	private final RedisServer redis;

	private final SoakSource source;

	private final History history;

	private final FaultLog faults;

	private final List<SoakProcess> present = new ArrayList<>();

	private final List<SoakProcess> killed = new ArrayList<>();

	private SoakFleet(RedisServer redis, SoakSource source, History history, FaultLog faults) {
		this.redis = redis;
		this.source = source;
		this.history = history;
		this.faults = faults;
	}

	static SoakFleet launch(RedisServer redis, SoakSource source, History history, FaultLog faults) throws IOException {
		SoakFleet fleet = new SoakFleet(redis, source, history, faults);
		for (int i = 1; i <= SIZE; i++) {
			fleet.present.add(fleet.launch("member-" + i));
		}
		fleet.awaitStart();
		return fleet;
	}

	void awaitStart() {
		for (SoakProcess member : this.present) {
			member.awaitStart();
		}
	}

	/**
	 * Returns those that are there now.
	 */
	List<SoakProcess> present() {
		return this.present;
	}

	/**
	 * Returns those that are there or were.
	 */
	List<SoakProcess> all() {
		List<SoakProcess> all = new ArrayList<>(this.killed);
		all.addAll(this.present);
		return all;
	}

	SoakProcess random(int chance) {
		List<SoakProcess> up = this.present.stream().filter(SoakProcess::isUp).toList();
		return up.get(chance % up.size());
	}

	/**
	 * Kills one of those that may be killed and are up, if there is one, and launches
	 * another in its place.
	 */
	void killMember(int chance) throws InterruptedException, IOException {
		int index = 1 + chance % (SIZE - 1);
		SoakProcess victim = this.present.get(index);
		if (victim.isUp()) {
			FaultLog.Window window = this.faults.open(SoakFault.MEMBER_KILLED, victim.name());
			victim.kill();
			this.source.abandon(victim.name());
			window.close();
			this.killed.add(victim);
			this.present.set(index, launch("member-" + (index + 1) + "." + this.killed.size()));
		}
	}

	@Override
	public void close() {
		try {
			for (SoakProcess member : all()) {
				try (member) {
					if (!member.end() && !this.killed.contains(member)) {
						this.history.violation(member.name() + " did not end: " + member.log());
					}
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private SoakProcess launch(String name) throws IOException {
		return SoakProcess.launch(name, this.redis, this.source, this.history, this.faults);
	}

}
