package dev.stampede.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/**
 * Profile of a contender's time, by samples of the flight recorder. The JDK's work counts
 * for its caller.
 */
final class Profile {

	private static final String SAMPLE = "jdk.ExecutionSample";

	private static final int SHOWN = 12;

	private final Map<String, Integer> samples = new HashMap<>();

	private int all;

	private Profile() {
	}

	// Returns the options with which a JVM records itself.
	static List<String> recordingTo(Path file) {
		return List.of("-XX:StartFlightRecording:settings=profile,filename=" + file, "-XX:+UnlockDiagnosticVMOptions",
				"-XX:+DebugNonSafepoints");
	}

	/**
	 * Reads the end of a recording.
	 * @param file the recording
	 * @param length how much of it
	 * @return the profile
	 */
	static Profile of(Path file, Duration length) throws IOException {
		List<RecordedEvent> events = RecordingFile.readAllEvents(file)
			.stream()
			.filter((event) -> event.getEventType().getName().equals(SAMPLE) && event.getStackTrace() != null)
			.toList();
		Instant end = events.stream()
			.map(RecordedEvent::getStartTime)
			.max(Comparator.naturalOrder())
			.orElseThrow(() -> new IllegalStateException("The recording has no samples"));
		Profile profile = new Profile();
		events.stream()
			.filter((event) -> event.getStartTime().isAfter(end.minus(length)))
			.forEach((event) -> profile.add(event.getStackTrace().getFrames()));
		return profile;
	}

	private void add(List<RecordedFrame> frames) {
		String place = frames.stream()
			.map(RecordedFrame::getMethod)
			.filter((method) -> !isOfJdk(method))
			.findFirst()
			.map(Profile::name)
			.orElse("(the JDK)");
		this.samples.merge(place, 1, Integer::sum);
		this.all++;
	}

	private static boolean isOfJdk(RecordedMethod method) {
		String type = method.getType().getName();
		return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
	}

	private static String name(RecordedMethod method) {
		String type = method.getType().getName();
		return type.substring(type.lastIndexOf('.') + 1) + "." + method.getName();
	}

	@Override
	public String toString() {
		StringBuilder table = new StringBuilder("| where | share of " + this.all + " samples |\n| --- | --- |\n");
		this.samples.entrySet()
			.stream()
			.sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
			.limit(SHOWN)
			.forEach((entry) -> table.append(String.format(Locale.ROOT, "| `%s` | %.0f%% |%n", entry.getKey(),
					100.0 * entry.getValue() / this.all)));
		return table.toString();
	}

}
