package dev.stampede.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One command that Redis ran, as {@code MONITOR} tells it.
 *
 * @param source the address of the client, or {@code lua}
 * @param arguments the command and its arguments, bytes beyond ASCII as Latin-1
 */
public record MonitoredCommand(String source, List<String> arguments) {

	/**
	 * Returns whether a script ran the command; otherwise a client sent it.
	 * @return whether it comes from a script
	 */
	public boolean lua() {
		return this.source.equals("lua");
	}

	/**
	 * Returns the name of the command in capitals.
	 * @return the name
	 */
	public String name() {
		return this.arguments.get(0).toUpperCase(Locale.ROOT);
	}

	/**
	 * Returns whether one of the arguments contains a text, such as the prefix of a key.
	 * @param text the text
	 * @return whether it is there
	 */
	public boolean mentions(String text) {
		return this.arguments.stream().skip(1).anyMatch((argument) -> argument.contains(text));
	}

	/**
	 * Reads a line such as {@code +1339518083.107412 [0 127.0.0.1:60866] "get" "x"}.
	 */
	static MonitoredCommand parse(String line) {
		int open = line.indexOf('[');
		int close = line.indexOf("] \"", open);
		String origin = line.substring(open + 1, close);
		return new MonitoredCommand(origin.substring(origin.indexOf(' ') + 1), arguments(line, close + 2));
	}

	private static List<String> arguments(String line, int start) {
		List<String> arguments = new ArrayList<>();
		StringBuilder argument = new StringBuilder();
		boolean quoted = false;
		for (int i = start; i < line.length(); i++) {
			char next = line.charAt(i);
			if (next == '"') {
				if (quoted) {
					arguments.add(argument.toString());
					argument.setLength(0);
				}
				quoted = !quoted;
			}
			else if (next == '\\') {
				char escaped = line.charAt(++i);
				if (escaped == 'x') {
					argument.append((char) Integer.parseInt(line.substring(i + 1, i + 3), 16));
					i += 2;
				}
				else {
					argument.append(unescape(escaped));
				}
			}
			else if (quoted) {
				argument.append(next);
			}
		}
		return List.copyOf(arguments);
	}

	private static char unescape(char escaped) {
		return switch (escaped) {
			case 'n' -> '\n';
			case 'r' -> '\r';
			case 't' -> '\t';
			case 'a' -> '\u0007';
			case 'b' -> '\b';
			default -> escaped;
		};
	}

}
