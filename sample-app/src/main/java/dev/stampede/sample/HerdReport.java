package dev.stampede.sample;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Cost of one herd, with and without protection.
 *
 * @param guarded the herd on the protected method
 * @param unprotected the same herd on the unprotected one
 */
record HerdReport(@JsonProperty("protected") Path guarded, Path unprotected) {

	/**
	 * Cost of one herd on one of the paths.
	 *
	 * @param sourceReads how often the source was read
	 * @param outcomes how many callers were answered how
	 * @param p50Millis what half of the callers did not wait longer than
	 * @param p99Millis what 99 of 100 callers did not wait longer than
	 * @param maxMillis what the slowest caller waited
	 */
	record Path(long sourceReads, Map<String, Integer> outcomes, double p50Millis, double p99Millis, double maxMillis) {

	}

}
