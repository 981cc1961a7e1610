package dev.stampede.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rights that the documentation says a user of Redis needs, so that tests run with
 * exactly these.
 */
public final class RedisRights {

	/** The user, as the documentation calls it. */
	public static final String USER = "stampede";

	/** The password of the user. */
	public static final String PASSWORD = "secret";

	private static final Path PAGE = Path.of("docs", "configuration.md");

	private RedisRights() {
	}

	/**
	 * Sends the documented commands that make the user, the ones for clusters and
	 * replicas included.
	 * @param keyPrefix the prefix of its keys
	 * @param server sends a command
	 */
	public static void grant(String keyPrefix, Consumer<String[]> server) {
		List<String> commands = commands();
		if (commands.isEmpty()) {
			throw new IllegalStateException("No rights in " + PAGE);
		}
		for (String command : commands) {
			server.accept(command.replace("stampede:", keyPrefix).split(" "));
		}
	}

	private static List<String> commands() {
		Path folder = Path.of("").toAbsolutePath();
		while (folder != null && !Files.exists(folder.resolve(PAGE))) {
			folder = folder.getParent();
		}
		if (folder == null) {
			throw new IllegalStateException("No folder above has " + PAGE);
		}
		try {
			return Files.readAllLines(folder.resolve(PAGE))
				.stream()
				.filter((line) -> line.startsWith("ACL SETUSER " + USER + " "))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
