package dev.stampede.sample;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import dev.stampede.OnLose;

/**
 * Herds over HTTP: {@code GET /demo/herd?callers=200&onLose=POLL}.
 */
@RestController
class HerdController {

	private static final Limit CALLERS = new Limit("callers", 1, 2000);

	private final HerdService herds;

	HerdController(HerdService herds) {
		this.herds = herds;
	}

	@GetMapping("/demo/herd")
	HerdReport herd(@RequestParam(defaultValue = "200") int callers, @RequestParam(defaultValue = "POLL") OnLose onLose)
			throws InterruptedException {
		CALLERS.check(callers);
		return this.herds.run(callers, onLose);
	}

}
