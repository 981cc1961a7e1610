package dev.stampede.actuate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import dev.stampede.key.EntryKey;

/**
 * Form in which keys are shown: as they are, or as the beginning of their SHA-256, so
 * that personal data in keys is not shown.
 */
final class ShownKeys {

	private static final String PREFIX = "sha256-";

	private static final int HASH_BYTES = 8;

	private final boolean inClear;

	ShownKeys(boolean inClear) {
		this.inClear = inClear;
	}

	String show(EntryKey key) {
		return this.inClear ? key.key() : hash(key.key());
	}

	boolean matches(EntryKey key, String shown) {
		return shown.startsWith(PREFIX) && hash(key.key()).equals(shown);
	}

	private static String hash(String key) {
		byte[] digest = sha256().digest(key.getBytes(StandardCharsets.UTF_8));
		return PREFIX + HexFormat.of().formatHex(digest, 0, HASH_BYTES);
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
