package dev.stampede.testing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Virtual threads, for tests that are compiled for Java 17.
 */
public final class VirtualThreads {

	private VirtualThreads() {
	}

	/**
	 * Returns an executor that starts a virtual thread for each task.
	 * @return the executor
	 * @throws Throwable before Java 21
	 */
	public static ExecutorService executor() throws Throwable {
		return (ExecutorService) MethodHandles.publicLookup()
			.findStatic(Executors.class, "newVirtualThreadPerTaskExecutor",
					MethodType.methodType(ExecutorService.class))
			.invoke();
	}

}
