package dev.stampede.sample;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * Bounds of a number in a request.
 *
 * @param name the name of the parameter
 * @param least the least it may be
 * @param most the most it may be
 */
public record Limit(String name, long least, long most) {

	/**
	 * Checks a number.
	 * @param value the number
	 * @throws ResponseStatusException a bad request, in words, if it is out of bounds
	 */
	public void check(long value) {
		if (value < this.least || value > this.most) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					this.name + " is " + value + ": it must be from " + this.least + " to " + this.most);
		}
	}

}
