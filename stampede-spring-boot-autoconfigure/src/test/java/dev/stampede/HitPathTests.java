package dev.stampede;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.MethodExitEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import com.sun.jdi.request.MethodExitRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.stampede.testing.ChildJvm;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The path of a plain hit is short: a debugger counts the types whose methods the
 * caller's thread enters between the interceptor and the driver, on the way there, and
 * there and back. Nested types count as their outermost one. Accessors of a field do not
 * count.
 */
@ExtendWith(RedisExtension.class)
class HitPathTests {

	/** The most types on the way from the interceptor to the driver. */
	private static final int LIMIT = 25;

	/** The most types on the way there and back. */
	private static final int LIMIT_OF_BOTH_WAYS = 37;

	private static final String INTERCEPTOR = "dev.stampede.interceptor.StampedeInterceptor";

	private static final String DRIVER = "dev.stampede.redis.RedisDriver";

	/** The method of the driver that reads an entry. */
	private static final String READ = "get";

	private final TestRedis redis;

	HitPathTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void plainHitEntersFewTypes() throws Exception {
		List<Entered> path = path();
		Set<String> there = types(path.stream().filter((entered) -> !entered.answered));
		Set<String> both = types(path.stream());
		System.out.println("Path of a plain hit to the driver: " + there.size() + " types of at most " + LIMIT + ", "
				+ there + "; there and back: " + both.size() + " of at most " + LIMIT_OF_BOTH_WAYS + ", " + both
				+ ", by " + path.size() + " methods, " + path);
		assertThat(there).contains("DefaultStampedeEngine", "DefaultRedisEntryStore");
		assertThat(there).hasSizeLessThanOrEqualTo(LIMIT);
		assertThat(both).contains("StampedeStatistics").hasSizeLessThanOrEqualTo(LIMIT_OF_BOTH_WAYS);
	}

	private static Set<String> types(Stream<Entered> path) {
		return path.map(Entered::type).collect(Collectors.toCollection(LinkedHashSet::new));
	}

	private List<Entered> path() throws Exception {
		VirtualMachine machine = launch();
		CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> output(machine.process()));
		try {
			List<Entered> path = new Debugger(machine).path();
			assertThat(machine.process().waitFor(1, TimeUnit.MINUTES)).isTrue();
			assertThat(machine.process().exitValue()).as(output.get()).isZero();
			return path;
		}
		finally {
			machine.process().destroyForcibly();
		}
	}

	private VirtualMachine launch() throws Exception {
		LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
		Map<String, Connector.Argument> arguments = connector.defaultArguments();
		arguments.forEach((name, argument) -> {
			switch (name) {
				case "options" -> argument.setValue("-cp " + new ChildJvm().classPath());
				case "main" -> argument.setValue(Stream.concat(Stream.of(HitPathApplication.class.getName()),
						Stream.concat(Arrays.stream(this.redis.properties()), Stream.of("stampede.redis-timeout=1m"))
							.map((property) -> "--" + property))
					.collect(Collectors.joining(" ")));
				default -> {
					// as it is
				}
			}
		});
		return connector.launch(arguments);
	}

	private static String output(Process process) {
		try {
			process.getErrorStream().transferTo(System.err);
			return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A method that was entered.
	 *
	 * @param type the simple name of the outermost type around it
	 * @param method its name
	 * @param answered whether the driver had been called by then
	 */
	private record Entered(String type, String method, boolean answered) {

		static Entered of(Method method, boolean answered) {
			String type = method.declaringType().name();
			return new Entered(type.substring(type.lastIndexOf('.') + 1).replaceFirst("\\$.*", ""), method.name(),
					answered);
		}

		@Override
		public String toString() {
			return this.type + "." + this.method;
		}

	}

	/**
	 * Watches the thread of the call from its begin to its end, and nothing else, since
	 * threads that are watched are slow.
	 */
	private static final class Debugger {

		private final VirtualMachine machine;

		private final EventRequestManager requests;

		private final List<Entered> path = new ArrayList<>();

		private boolean answered;

		private Debugger(VirtualMachine machine) {
			this.machine = machine;
			this.requests = machine.eventRequestManager();
		}

		List<Entered> path() throws Exception {
			ClassPrepareRequest loaded = this.requests.createClassPrepareRequest();
			loaded.addClassFilter(HitPathApplication.class.getName());
			enable(loaded);
			while (true) {
				EventSet events = this.machine.eventQueue().remove();
				for (Event event : events) {
					if (event instanceof VMDisconnectEvent) {
						return this.path;
					}
					handle(event);
				}
				events.resume();
			}
		}

		private void handle(Event event) throws IncompatibleThreadStateException {
			if (event instanceof ClassPrepareEvent loaded) {
				Method hit = loaded.referenceType().methodsByName(HitPathApplication.HIT).get(0);
				enable(this.requests.createBreakpointRequest(hit.location()));
			}
			else if (event instanceof BreakpointEvent begun) {
				watch(begun.thread());
			}
			else if (event instanceof MethodEntryEvent entry) {
				entered(entry);
			}
			else if (event instanceof MethodExitEvent exit && exit.method().name().equals(HitPathApplication.HIT)) {
				this.requests.methodEntryRequests().forEach(EventRequest::disable);
				exit.request().disable();
			}
		}

		private void entered(MethodEntryEvent entry) throws IncompatibleThreadStateException {
			Method method = entry.method();
			this.answered |= isDriver(method.declaringType()) && method.name().equals(READ);
			if (!isAccessor(method) && !isLambda(method) && isBetween(entry.thread())) {
				this.path.add(Entered.of(method, this.answered));
			}
		}

		private void watch(ThreadReference caller) {
			MethodEntryRequest entered = this.requests.createMethodEntryRequest();
			entered.addThreadFilter(caller);
			entered.addClassFilter("dev.stampede.*");
			enable(entered);
			MethodExitRequest left = this.requests.createMethodExitRequest();
			left.addThreadFilter(caller);
			left.addClassFilter(HitPathApplication.class.getName());
			enable(left);
		}

		private static void enable(EventRequest request) {
			request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
			request.enable();
		}

		// below the interceptor, and not in the driver
		private static boolean isBetween(ThreadReference caller) throws IncompatibleThreadStateException {
			List<ReferenceType> stack = caller.frames()
				.stream()
				.map((frame) -> frame.location().declaringType())
				.toList();
			return stack.stream().anyMatch(Debugger::isInterceptor) && !isInterceptor(stack.get(0))
					&& stack.stream().noneMatch(Debugger::isDriver);
		}

		private static boolean isInterceptor(ReferenceType type) {
			return type.name().equals(INTERCEPTOR);
		}

		private static boolean isDriver(ReferenceType type) {
			return type instanceof ClassType driver
					&& driver.allInterfaces().stream().anyMatch((each) -> each.name().equals(DRIVER));
		}

		// only calls the method in which the code of the lambda is
		private static boolean isLambda(Method method) {
			return method.declaringType().name().contains("$$Lambda");
		}

		// loads this, gets a field, returns
		private static boolean isAccessor(Method method) {
			byte[] code = method.bytecodes();
			return code.length == 5 && code[0] == 0x2a && code[1] == (byte) 0xb4;
		}

	}

}
