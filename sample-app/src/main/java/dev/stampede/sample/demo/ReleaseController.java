package dev.stampede.sample.demo;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import dev.stampede.sample.demo.ReleaseReport.Ownership;
import dev.stampede.sample.demo.ReleaseReport.Way;

/**
 * Releases over HTTP: {@code POST /demo/release?ownership=TAKEN_OVER&way=PLAIN_DEL}.
 */
@RestController
class ReleaseController {

	private final ReleaseService releases;

	ReleaseController(ReleaseService releases) {
		this.releases = releases;
	}

	@PostMapping("/demo/release")
	ReleaseReport release(@RequestParam(defaultValue = "OWNED") Ownership ownership,
			@RequestParam(defaultValue = "SCRIPT") Way way) throws InterruptedException {
		return this.releases.run(ownership, way);
	}

}
