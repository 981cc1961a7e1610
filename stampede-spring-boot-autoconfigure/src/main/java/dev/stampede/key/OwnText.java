package dev.stampede.key;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Text by which a lock is named after an object that has no content we know of. Equal
 * objects have one text, and others may have it too. So it is no name for an entry.
 */
final class OwnText {

	/** What {@link Object#toString()} says, also of a part of the object. */
	private static final Pattern HASH = Pattern.compile("@[0-9a-f]{1,8}(?![\\w.@-])");

	private OwnText() {
	}

	/**
	 * Returns the text of an object.
	 * @param value the object
	 * @return its own text; its class and hash code if the text names a hash code; null
	 * if it has neither a text nor equality of its own
	 */
	static @Nullable String of(Object value) {
		try {
			String text = value.toString();
			if (text != null && !HASH.matcher(text).find()) {
				return text;
			}
			int hash = value.hashCode();
			if (hash != System.identityHashCode(value)) {
				return Integer.toHexString(hash);
			}
			return (text == null || text.contains('@' + Integer.toHexString(hash))) ? null : text;
		}
		catch (RuntimeException ex) { // a lazy proxy, for example
			return null;
		}
	}

}
