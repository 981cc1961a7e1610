package dev.stampede.key;

import java.util.HexFormat;

/**
 * Escapes texts for use in keys: {@code %,()} as {@code %} and two digits, half a
 * surrogate pair, which UTF-8 cannot tell from a question mark, as {@code %u} and four.
 */
final class KeyText {

	private static final HexFormat HEX = HexFormat.of().withUpperCase();

	private KeyText() {
	}

	static String escape(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (isSpecial(text, i)) {
				return escapeFrom(text, i);
			}
		}
		return text;
	}

	private static String escapeFrom(String text, int start) {
		StringBuilder result = new StringBuilder(text.length() + 16).append(text, 0, start);
		for (int i = start; i < text.length(); i++) {
			char c = text.charAt(i);
			if (!isSpecial(text, i)) {
				result.append(c);
			}
			else if (Character.isSurrogate(c)) {
				result.append("%u").append(HEX.toHexDigits(c));
			}
			else {
				result.append('%').append(HEX.toHexDigits((byte) c));
			}
		}
		return result.toString();
	}

	private static boolean isSpecial(String text, int index) {
		char c = text.charAt(index);
		if (c < Character.MIN_SURROGATE) {
			return c == '%' || c == ',' || c == '(' || c == ')';
		}
		if (Character.isHighSurrogate(c)) {
			return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
		}
		return Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
	}

}
