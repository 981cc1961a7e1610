package dev.stampede.sample;

import java.util.Arrays;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.server.ResponseStatusException;

import dev.stampede.OnLose;

/**
 * {@code GET /demo/herd?callers=200&onLose=POLL}.
 */
@RestController
class HerdController {

	private static final int MOST_CALLERS = 2000;

	private final HerdService herds;

	HerdController(HerdService herds) {
		this.herds = herds;
	}

	@GetMapping("/demo/herd")
	HerdReport herd(@RequestParam(defaultValue = "200") int callers, @RequestParam(defaultValue = "POLL") OnLose onLose)
			throws InterruptedException {
		if (callers < 1 || callers > MOST_CALLERS) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					"callers is " + callers + ": it must be from 1 to " + MOST_CALLERS);
		}
		return this.herds.run(callers, onLose);
	}

	@ExceptionHandler
	ProblemDetail mismatch(MethodArgumentTypeMismatchException ex) {
		String expected = "onLose".equals(ex.getName()) ? "one of " + Arrays.toString(OnLose.values())
				: "a whole number from 1 to " + MOST_CALLERS;
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST,
				ex.getName() + " is '" + ex.getValue() + "': it must be " + expected);
	}

}
