package dev.stampede.sample.demo;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import dev.stampede.OnLose;

/**
 * Races over HTTP:
 * {@code POST /demo/race?onLose=POLL&callers=100&nodes=2&latencyMillis=400&start=COLD}.
 */
@RestController
class RaceController {

	private final RaceService races;

	RaceController(RaceService races) {
		this.races = races;
	}

	@PostMapping("/demo/race")
	RaceReport race(@RequestParam(defaultValue = "POLL") OnLose onLose, @RequestParam(defaultValue = "100") int callers,
			@RequestParam(defaultValue = "2") int nodes, @RequestParam(defaultValue = "400") long latencyMillis,
			@RequestParam(defaultValue = "COLD") RaceSetup.Start start) throws InterruptedException {
		return this.races.run(new RaceSetup(onLose, callers, nodes, latencyMillis, start));
	}

}
