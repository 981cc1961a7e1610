package dev.stampede.autoconfigure;

/**
 * Stops the start because configuration of ours cannot work.
 */
class InvalidStampedeConfigurationException extends RuntimeException {

	private final String action;

	InvalidStampedeConfigurationException(String description, String action) {
		super(description);
		this.action = action;
	}

	String getAction() {
		return this.action;
	}

}
