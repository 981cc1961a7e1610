package dev.stampede.sample.demo;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One race, with protection and without.
 *
 * @param setup what was raced
 * @param guarded the race of protected calls
 * @param unprotected the same race of calls that each read the source
 */
record RaceReport(RaceSetup setup, @JsonProperty("protected") Run guarded, Run unprotected) {

	/**
	 * One of the two races. Times count from the release of the callers.
	 *
	 * @param reads the reads of the source
	 * @param answers how each caller was answered
	 * @param outcomes how many callers were answered how
	 * @param stalestMillis how long the oldest copy that was served had been stale
	 * @param p50Millis what half of the callers did not wait longer than
	 * @param p99Millis what 99 of 100 callers did not wait longer than
	 * @param maxMillis what the slowest caller waited
	 * @param redisCommands commands that the nodes sent to Redis, by name
	 */
	record Run(List<Read> reads, List<Answer> answers, Map<String, Integer> outcomes, double stalestMillis,
			double p50Millis, double p99Millis, double maxMillis, Map<String, Long> redisCommands) {

		/**
		 * Returns how often the source was read.
		 */
		@JsonProperty
		int sourceReads() {
			return this.reads.size();
		}

	}

	/**
	 * A read of the source.
	 *
	 * @param caller the caller that read
	 * @param startMillis when it began
	 * @param endMillis when it ended
	 */
	record Read(int caller, double startMillis, double endMillis) {

	}

	/**
	 * The answer that one caller got.
	 *
	 * @param caller its number
	 * @param node its node
	 * @param startMillis when it called
	 * @param endMillis when it was answered
	 * @param outcome how
	 */
	record Answer(int caller, int node, double startMillis, double endMillis, String outcome) {

	}

}
