package dev.stampede.policy;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.stampede.StampedeConfigurationException;

/**
 * Failure of settings of a cache that cannot work.
 *
 * @since 0.1.0
 */
public class InvalidSettingsException extends StampedeConfigurationException {

	private final transient List<Remedy> remedies;

	/**
	 * Creates the exception.
	 * @param problem what cannot work
	 * @param action what to do about it
	 */
	public InvalidSettingsException(String problem, String action) {
		this(problem, action, List.of());
	}

	InvalidSettingsException(String problem, Remedy... remedies) {
		this(problem, "set " + either(List.of(remedies), (remedy) -> remedy.setting() + "=" + remedy.text()),
				List.of(remedies));
	}

	private InvalidSettingsException(String problem, String action, List<Remedy> remedies) {
		super(problem + ": " + action, problem, action, null);
		this.remedies = remedies;
	}

	/**
	 * Returns values that would work, of which one is enough.
	 * @return the values; empty if the way out is another
	 */
	public List<Remedy> getRemedies() {
		return this.remedies;
	}

	/**
	 * Returns what to write where the settings are.
	 * @param place says how a value is written in the place where it belongs
	 * @return a sentence without an end
	 */
	public String getAction(Function<Remedy, String> place) {
		return this.remedies.isEmpty() ? getAction() : "Write " + either(this.remedies, place);
	}

	private static String either(List<Remedy> remedies, Function<Remedy, String> place) {
		return remedies.stream().map(place).collect(Collectors.joining(", or "));
	}

	/**
	 * A value that would work.
	 *
	 * @param setting the setting as in configuration
	 * @param value the value
	 * @param note what else would do; may be empty
	 */
	public record Remedy(String setting, String value, String note) {

		static Remedy of(String setting, Object value) {
			return new Remedy(setting, value.toString(), "");
		}

		static Remedy of(String setting, Object value, String note) {
			return new Remedy(setting, value.toString(), note);
		}

		/**
		 * Returns value and note.
		 * @return the value as it is written, and the note in parentheses
		 */
		public String text() {
			return this.value + noteInParentheses();
		}

		/**
		 * Returns the note.
		 * @return the note in parentheses, after a space, or nothing
		 */
		public String noteInParentheses() {
			return this.note.isEmpty() ? "" : " (" + this.note + ")";
		}

	}

}
