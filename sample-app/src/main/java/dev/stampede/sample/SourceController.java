package dev.stampede.sample;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * {@code POST /demo/source?latencyMillis=2000} slows the source of {@code /sets},
 * {@code POST /demo/source?broken=true} breaks it, {@code POST /demo/source} mends it, in
 * this instance.
 */
@RestController
class SourceController {

	private static final long MOST_MILLIS = 600_000;

	private final CardSets source;

	SourceController(CardSets source) {
		this.source = source;
	}

	@PostMapping("/demo/source")
	Trouble trouble(@RequestParam(defaultValue = "0") long latencyMillis,
			@RequestParam(defaultValue = "false") boolean broken) {
		if (latencyMillis < 0 || latencyMillis > MOST_MILLIS) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					"latencyMillis is " + latencyMillis + ": it must be from 0 to " + MOST_MILLIS);
		}
		Trouble trouble = new Trouble(latencyMillis, broken);
		this.source.trouble(trouble);
		return trouble;
	}

}
