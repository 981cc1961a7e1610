package dev.stampede;

import org.jspecify.annotations.Nullable;

/**
 * Failure of configuration, of an annotation or of settings, that cannot work. It says
 * what is wrong and what to do about it, and stops the start of an application.
 *
 * @since 0.1.0
 */
public class StampedeConfigurationException extends IllegalArgumentException {

	private final String problem;

	private final String action;

	/**
	 * Creates the exception.
	 * @param problem what cannot work
	 * @param action what to do about it
	 */
	public StampedeConfigurationException(String problem, String action) {
		this(problem, problem, action, null);
	}

	/**
	 * Creates the exception.
	 * @param message what is logged where nobody asks for the parts
	 * @param problem what cannot work
	 * @param action what to do about it
	 * @param cause what failed; may be null
	 */
	protected StampedeConfigurationException(String message, String problem, String action, @Nullable Throwable cause) {
		super(message, cause);
		this.problem = problem;
		this.action = action;
	}

	/**
	 * Returns what cannot work.
	 * @return the problem
	 */
	public String getProblem() {
		return this.problem;
	}

	/**
	 * Returns what to do about it.
	 * @return the way out
	 */
	public String getAction() {
		return this.action;
	}

}
