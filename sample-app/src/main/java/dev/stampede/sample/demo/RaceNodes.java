package dev.stampede.sample.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

import dev.stampede.OnLose;

/**
 * The instances that race, opened when they are first needed and kept. Not safe for use
 * by several threads.
 */
@Component
class RaceNodes implements DisposableBean {

	private static final String WARM = "warm";

	private final String keyPrefix = "race-" + UUID.randomUUID() + ":";

	private final CommandCounter commands = new CommandCounter();

	private final RaceOutcomes outcomes = new RaceOutcomes();

	private final ClientResources resources = DefaultClientResources.builder()
		.commandLatencyRecorder(this.commands)
		.build();

	private final LettuceConnectionFactory redis;

	private final List<RaceNode> nodes = new ArrayList<>();

	RaceNodes(LettuceConnectionFactory application) {
		this.redis = new LettuceConnectionFactory(application.getStandaloneConfiguration(),
				LettuceClientConfiguration.builder().clientResources(this.resources).build());
	}

	// Opens so many nodes, with connections made and scripts loaded.
	List<RaceNode> open(int number, RaceSource source) {
		while (this.nodes.size() < number) {
			RaceNode node = new RaceNode(this.redis, this.keyPrefix, this.outcomes);
			this.nodes.add(node);
			node.call(OnLose.POLL, WARM, () -> source.read(0));
			node.evict(OnLose.POLL, WARM);
			this.outcomes.take();
		}
		return this.nodes.subList(0, number);
	}

	RaceOutcomes outcomes() {
		return this.outcomes;
	}

	// Takes the commands that all nodes have sent; the next ones begin at zero.
	Map<String, Long> takeCommands() {
		return this.commands.take();
	}

	@Override
	public void destroy() {
		this.nodes.forEach(RaceNode::close);
		Future<Boolean> unused = this.resources.shutdown(0, 2, TimeUnit.SECONDS);
	}

}
