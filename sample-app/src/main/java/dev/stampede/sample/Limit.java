package dev.stampede.sample;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * What a number of a request must be.
 *
 * @param name the name of the parameter
 * @param least the least it may be
 * @param most the most it may be
 */
record Limit(String name, long least, long most) {

	// Answers with a bad request, in words, if the number is out of bounds.
	void check(long value) {
		if (value < this.least || value > this.most) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					this.name + " is " + value + ": it must be from " + this.least + " to " + this.most);
		}
	}

}
