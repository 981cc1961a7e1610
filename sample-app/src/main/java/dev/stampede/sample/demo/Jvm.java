package dev.stampede.sample.demo;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.system.ApplicationHome;

import dev.stampede.sample.SampleApplication;

/**
 * Further instances of the sample, each in a JVM of its own, started from wherever this
 * one was started: the packaged jar, or a class path. They end with this one.
 */
final class Jvm {

	private Jvm() {
	}

	// Returns the process to be started, of an instance with these arguments.
	static ProcessBuilder sample(List<String> arguments) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		File home = new ApplicationHome(SampleApplication.class).getSource();
		if (home != null && home.isFile()) {
			command.addAll(List.of("-jar", home.getPath()));
		}
		else {
			command.addAll(List.of("-cp", System.getProperty("java.class.path"), SampleApplication.class.getName()));
		}
		command.add("--" + ParentWatch.PROPERTY + "=true");
		command.addAll(arguments);
		return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
	}

}
