package dev.stampede.sample;

import java.util.Optional;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * The catalogue over HTTP: {@code GET /sets/EMS0}, and
 * {@code GET /sets/EMS0?protected=false}.
 */
@RestController
class CardSetController {

	private final CardSetService service;

	CardSetController(CardSetService service) {
		this.service = service;
	}

	@GetMapping("/sets/{code}")
	CardSet find(@PathVariable String code, @RequestParam(name = "protected", defaultValue = "true") boolean guarded) {
		Optional<CardSet> set = guarded ? this.service.find(code) : this.service.findUnprotected(code);
		return set.orElseThrow(
				() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no card set '" + code + "'"));
	}

}
