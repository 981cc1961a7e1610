package dev.stampede.sample.demo;

import java.io.IOException;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import dev.stampede.sample.Limit;

/**
 * The live view over HTTP. {@code GET /demo/live} tells how things stand, again and
 * again; {@code POST /demo/load?callsPerSecond=50} lets visitors come,
 * {@code POST /demo/redis?running=false} stops the embedded Redis,
 * {@code POST /demo/winner} starts a second instance that wins a lock, and
 * {@code DELETE /demo/winner} kills it.
 */
@RestController
class LiveController {

	private static final Limit CALLS = new Limit("callsPerSecond", 0, 200);

	private final LiveFeed feed;

	private final LiveLoad load;

	private final Winner winner;

	private final ObjectProvider<LocalRedis> redis;

	LiveController(LiveFeed feed, LiveLoad load, Winner winner, ObjectProvider<LocalRedis> redis) {
		this.feed = feed;
		this.load = load;
		this.winner = winner;
		this.redis = redis;
	}

	@GetMapping(path = "/demo/live", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	SseEmitter live() {
		return this.feed.watch();
	}

	@PostMapping("/demo/load")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void load(@RequestParam int callsPerSecond) {
		CALLS.check(callsPerSecond);
		this.load.arrive(callsPerSecond);
	}

	@PostMapping("/demo/redis")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void redis(@RequestParam boolean running) throws IOException {
		LocalRedis local = this.redis.getIfAvailable();
		if (local == null || !local.isEmbedded()) {
			throw new ResponseStatusException(HttpStatus.CONFLICT,
					"This instance has not started its Redis, so it does not stop it either");
		}
		local.run(running);
	}

	@PostMapping("/demo/winner")
	@ResponseStatus(HttpStatus.ACCEPTED)
	Winner.State startWinner() throws IOException {
		return this.winner.start();
	}

	@DeleteMapping("/demo/winner")
	@ResponseStatus(HttpStatus.ACCEPTED)
	Winner.State killWinner() {
		return this.winner.kill();
	}

}
