package dev.stampede.sample;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the part of PromQL that the dashboard and the alerts are written in. It
 * refuses anything else.
 */
final class PromQl {

	private static final Pattern TOKEN = Pattern
		.compile("\\s*(?:(\"[^\"]*\"|\\[[^]]+]|\\d+(?:\\.\\d+)?|[a-z_]\\w*|" + "[=!]~|!=|[<>]=?|=|[-+*/(){},])|$)");

	private static final Set<String> AGGREGATIONS = Set.of("sum", "max");

	private static final Set<String> FUNCTIONS = Set.of("rate", "histogram_quantile");

	private static final Pattern NAME = Pattern.compile("[a-z_]\\w*");

	private final List<String> tokens = new ArrayList<>();

	private final List<Selector> selectors = new ArrayList<>();

	private int position;

	private PromQl(String text) {
		Matcher matcher = TOKEN.matcher(text);
		int start = 0;
		while (start < text.length()) {
			if (!matcher.find(start) || matcher.start() != start) {
				throw new IllegalArgumentException("Not understood: " + text.substring(start));
			}
			if (matcher.group(1) != null) {
				this.tokens.add(matcher.group(1));
			}
			start = Math.max(matcher.end(), start + 1);
		}
	}

	// Finds what an expression selects, each with the labels that aggregations keep.
	static List<Selector> selectors(String text) {
		PromQl query = new PromQl(text);
		query.expression(Set.of());
		if (query.position < query.tokens.size()) {
			throw new IllegalArgumentException("Too much: " + query.peek() + " in " + text);
		}
		return query.selectors;
	}

	private void expression(Set<String> kept) {
		term(kept);
		while (peek().matches("[-+*/<>]")) {
			next();
			term(kept);
		}
	}

	private void term(Set<String> kept) {
		String token = next();
		if (token.equals("(")) {
			expression(kept);
			expect(")");
		}
		else if (AGGREGATIONS.contains(token)) {
			Set<String> labels = new HashSet<>(kept);
			if (peek().equals("by")) {
				next();
				labels.addAll(labels());
			}
			expect("(");
			expression(labels);
			expect(")");
		}
		else if (FUNCTIONS.contains(token)) {
			arguments(token.equals("histogram_quantile"), kept);
		}
		else if (NAME.matcher(token).matches()) {
			selector(token, kept);
		}
		else if (!token.matches("[\\d.]+")) {
			throw new IllegalArgumentException("Neither a number nor a meter: " + token);
		}
	}

	private void arguments(boolean quantile, Set<String> kept) {
		expect("(");
		expression(kept);
		if (quantile) {
			expect(",");
			expression(Set.of("le"));
		}
		expect(")");
	}

	private void selector(String name, Set<String> kept) {
		Map<String, String> matchers = new TreeMap<>();
		if (peek().equals("{")) {
			next();
			while (true) {
				String label = next();
				if (!next().matches("=|!=|[=!]~")) {
					throw new IllegalArgumentException("No operator after " + label);
				}
				String value = next();
				matchers.put(label, value.substring(1, value.length() - 1));
				if (peek().equals("}")) {
					break;
				}
				expect(",");
			}
			next();
		}
		if (peek().startsWith("[")) {
			String range = next();
			if (!range.matches("\\[(\\d+m|\\$__rate_interval)]")) {
				throw new IllegalArgumentException("No range: " + range);
			}
		}
		this.selectors.add(new Selector(name, matchers, kept));
	}

	private Set<String> labels() {
		Set<String> labels = new HashSet<>();
		expect("(");
		labels.add(next());
		while (peek().equals(",")) {
			next();
			labels.add(next());
		}
		expect(")");
		return labels;
	}

	private void expect(String token) {
		String found = next();
		if (!found.equals(token)) {
			throw new IllegalArgumentException("Expected " + token + " and found " + found + " in " + this.tokens);
		}
	}

	private String peek() {
		return (this.position < this.tokens.size()) ? this.tokens.get(this.position) : "";
	}

	private String next() {
		String token = peek();
		this.position++;
		return token;
	}

	/**
	 * A selection of series.
	 *
	 * @param meter the name of the series
	 * @param matchers labels and what they are compared with
	 * @param kept labels that the series must have besides
	 */
	record Selector(String meter, Map<String, String> matchers, Set<String> kept) {

	}

}
