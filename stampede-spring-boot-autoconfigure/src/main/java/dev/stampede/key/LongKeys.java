package dev.stampede.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Keeps keys short: the tail of a long one becomes a mark that no other rendering
 * contains, and 192 bits of a hash of the whole.
 */
final class LongKeys {

	static final int MAX_LENGTH = 200;

	private static final int KEPT = 160;

	private static final int HASH_BYTES = 24;

	private static final String MARK = "%~";

	private LongKeys() {
	}

	static String shorten(String rendered) {
		if (rendered.length() <= MAX_LENGTH) {
			return rendered;
		}
		int end = Character.isHighSurrogate(rendered.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
		return rendered.substring(0, end) + MARK + hash(rendered);
	}

	private static String hash(String text) {
		byte[] hash = Arrays.copyOf(sha256().digest(text.getBytes(StandardCharsets.UTF_8)), HASH_BYTES);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
