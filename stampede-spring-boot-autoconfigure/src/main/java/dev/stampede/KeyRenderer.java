package dev.stampede;

/**
 * Renders keys.
 */
final class KeyRenderer {

	private KeyRenderer() {
	}

	static String render(Object key) {
		return key.toString();
	}

}
