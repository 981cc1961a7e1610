package dev.stampede.sample;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Trouble on demand: {@code POST /demo/source?latencyMillis=2000} slows the source of
 * {@code /sets}, {@code POST /demo/source?broken=true} breaks it,
 * {@code POST /demo/source} mends it, in this instance.
 */
@RestController
class SourceController {

	private static final Limit LATENCY = new Limit("latencyMillis", 0, 600_000);

	private final CardSets source;

	SourceController(CardSets source) {
		this.source = source;
	}

	@PostMapping("/demo/source")
	Trouble trouble(@RequestParam(defaultValue = "0") long latencyMillis,
			@RequestParam(defaultValue = "false") boolean broken) {
		LATENCY.check(latencyMillis);
		Trouble trouble = new Trouble(latencyMillis, broken);
		this.source.trouble(trouble);
		return trouble;
	}

}
