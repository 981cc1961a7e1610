package dev.stampede.benchmarks;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

import dev.stampede.key.EntryKey;

/**
 * Making the identity of an entry from the value of its key.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class KeyBenchmark {

	private String text = "EMS0-17";

	private long number = 4711;

	private Part part = new Part("EMS0", 17);

	/**
	 * What anybody has to do for a key in Redis.
	 * @return the key
	 */
	@Benchmark
	public Object concatenation() {
		return "stampede:products::" + this.text;
	}

	/**
	 * A key of text.
	 * @return the key
	 */
	@Benchmark
	public Object text() {
		return EntryKey.of("products", this.text);
	}

	/**
	 * A key of a number.
	 * @return the key
	 */
	@Benchmark
	public Object number() {
		return EntryKey.of("products", this.number);
	}

	/**
	 * A key of two arguments.
	 * @return the key
	 */
	@Benchmark
	public Object tuple() {
		return EntryKey.of("products", new Object[] { this.text, this.number });
	}

	/**
	 * A key of a record.
	 * @return the key
	 */
	@Benchmark
	public Object composite() {
		return EntryKey.of("products", this.part);
	}

	/**
	 * Identity of a part.
	 *
	 * @param set its set
	 * @param number its number there
	 */
	public record Part(String set, int number) {

	}

}
