package dev.stampede.sample.demo;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

import dev.stampede.StampedeException;
import dev.stampede.StampedeStoreException;

/**
 * Problem details of ours: they say in words what is wrong with a request, or with the
 * source. They come before those of Spring's own advice.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ProblemAdvice {

	@ExceptionHandler
	ProblemDetail redisAway(StampedeStoreException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, ex.getMessage()
				+ ". Start that Redis again; if this instance had only joined it, restart the sample for one of its own");
	}

	@ExceptionHandler({ DataAccessException.class, StampedeException.class })
	ProblemDetail unavailable(RuntimeException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail mismatch(MethodArgumentTypeMismatchException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST,
				ex.getName() + " is '" + ex.getValue() + "': it must be " + expected(ex.getRequiredType()));
	}

	private static String expected(@Nullable Class<?> type) {
		if (type == null) {
			return "something else";
		}
		if (type.isEnum()) {
			return "one of " + Arrays.toString(type.getEnumConstants());
		}
		return (type == boolean.class) ? "true or false" : "a whole number";
	}

}
