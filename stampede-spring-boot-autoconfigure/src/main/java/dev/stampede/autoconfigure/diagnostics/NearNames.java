package dev.stampede.autoconfigure.diagnostics;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Names that may have been meant.
 */
public final class NearNames {

	private NearNames() {
	}

	/**
	 * Returns the names nearest to one that does not exist.
	 * @param name the name
	 * @param candidates the names that exist
	 * @return at most three names, the nearest first
	 */
	public static List<String> of(String name, Collection<String> candidates) {
		int farthest = Math.max(2, name.length() / 2);
		return candidates.stream()
			.filter((candidate) -> distance(name, candidate) <= farthest || begins(name, candidate))
			.sorted(Comparator.<String>comparingInt((candidate) -> distance(name, candidate))
				.thenComparing(Comparator.naturalOrder()))
			.limit(3)
			.toList();
	}

	private static boolean begins(String name, String candidate) {
		return name.length() > 2 && plain(candidate).startsWith(plain(name));
	}

	private static int distance(String left, String right) {
		String from = plain(left);
		String to = plain(right);
		int[] previous = new int[to.length() + 1];
		for (int j = 0; j <= to.length(); j++) {
			previous[j] = j;
		}
		for (int i = 1; i <= from.length(); i++) {
			int[] current = new int[to.length() + 1];
			current[0] = i;
			for (int j = 1; j <= to.length(); j++) {
				int replaced = previous[j - 1] + ((from.charAt(i - 1) != to.charAt(j - 1)) ? 1 : 0);
				current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
			}
			previous = current;
		}
		return previous[to.length()];
	}

	/**
	 * Returns a name without what makes no difference to binding.
	 * @param name the name
	 * @return its letters and digits in lower case
	 */
	static String plain(String name) {
		return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
	}

}
