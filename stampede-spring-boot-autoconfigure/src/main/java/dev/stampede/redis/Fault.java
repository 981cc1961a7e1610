package dev.stampede.redis;

import java.net.SocketTimeoutException;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * What a failed command says about Redis.
 */
enum Fault {

	/** Refused, disconnected, or not serving anybody: Redis is skipped at once. */
	UNAVAILABLE,
	/** No reply in time; the command may have run. */
	TIMEOUT,
	/** The caller was interrupted; the command may have run. */
	INTERRUPTED,
	/** A slot is moving: single-key commands work. */
	MOVING,
	/** A replica, perhaps a master that was demoted: Redis is skipped at once. */
	READ_ONLY,
	/** No memory, too few replicas, or no disk: hits are served. */
	WRITES_REFUSED,
	/** Redis refused this command, or this key; others are served. */
	REFUSED,
	/** Nothing was sent: we have no thread for it, or no reply could be read. */
	OURS;

	private static final Pattern ERROR_REPLY = Pattern.compile("^(?:[\\w.]+Exception: )?([A-Z]{3,})(?: .*)?$",
			Pattern.DOTALL);

	/** How Redis before version 7 wraps the error of a command inside a script. */
	private static final Pattern ERROR_IN_SCRIPT = Pattern
		.compile("ERR Error running script.*?@user_script: ?\\d+: (?:@user_script: ?\\d+: )?-?([A-Z]{3,})\\b");

	private static final Set<String> NOT_SERVING = Set.of("BUSY", "LOADING", "CLUSTERDOWN", "MASTERDOWN");

	/**
	 * Returns whether the command may have been run, or may still be.
	 * @return whether its outcome is unknown
	 */
	boolean leavesOutcomeOpen() {
		return this == TIMEOUT || this == INTERRUPTED || this == UNAVAILABLE;
	}

	/**
	 * Returns whether Redis may serve other commands as if nothing had happened.
	 * @return whether it is no outage
	 */
	boolean concernsOneCommand() {
		return this == REFUSED || this == MOVING || this == WRITES_REFUSED || this == OURS;
	}

	static Fault of(Throwable failure) {
		Throwable top = unwrap(failure);
		boolean late = top instanceof QueryTimeoutException || causedBy(top, TimeoutException.class)
				|| causedBy(top, SocketTimeoutException.class) || isWaitForConnection(top);
		if (late) {
			return TIMEOUT;
		}
		if (causedBy(top, InterruptedException.class)) {
			return INTERRUPTED;
		}
		String code = errorCode(top);
		if (!code.isEmpty() && !causedBy(top, RedisConnectionFailureException.class)) {
			return ofErrorReply(code);
		}
		if (causedBy(top, RejectedExecutionException.class) || top.getClass().getName().startsWith("java.lang.")) {
			return OURS;
		}
		return UNAVAILABLE;
	}

	/**
	 * Returns the code that an error reply of Redis begins with, to be logged.
	 * @param failure the failure
	 * @return the code, or the name of the exception
	 */
	static String name(Throwable failure) {
		Throwable top = unwrap(failure);
		String code = errorCode(top);
		return code.isEmpty() ? top.getClass().getSimpleName() : code;
	}

	/**
	 * Says what is behind a failure, to be logged.
	 * @param failure the failure
	 * @return its innermost cause
	 */
	static String reason(Throwable failure) {
		Throwable root = NestedExceptionUtils.getMostSpecificCause(unwrap(failure));
		String name = root.getClass().getSimpleName();
		return (root.getMessage() != null) ? name + ": " + root.getMessage() : name;
	}

	static boolean isForbidden(Throwable failure) {
		return errorCode(unwrap(failure)).equals("NOPERM");
	}

	/**
	 * Says what to do about a right that is lacking.
	 * @param failure the failure
	 * @return the words of Redis, and the rights that are needed
	 */
	static String advice(Throwable failure) {
		Throwable root = unwrap(failure);
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return "The user of Redis lacks a right (" + root.getMessage() + "); calls that meet this are protected inside "
				+ "this JVM only. Needed are the keys <key-prefix>*, lock:{* and wait:{*, beside @Cacheable also "
				+ "stale:{*, the channel <key-prefix>messages, and the commands that 'Rights in Redis' in docs/configuration.md lists. "
				+ "Logged once; the stack trace is logged at debug level";
	}

	static Throwable unwrap(Throwable failure) {
		Throwable cause = failure.getCause();
		boolean wrapper = failure instanceof CompletionException || failure instanceof ExecutionException;
		return (wrapper && cause != null) ? unwrap(cause) : failure;
	}

	private static Fault ofErrorReply(String code) {
		if (NOT_SERVING.contains(code)) {
			return UNAVAILABLE;
		}
		return switch (code) {
			case "TRYAGAIN" -> MOVING;
			case "READONLY" -> READ_ONLY;
			case "OOM", "MISCONF", "NOREPLICAS" -> WRITES_REFUSED;
			default -> REFUSED;
		};
	}

	private static String errorCode(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (!mayBeReply(cause.getClass())) {
				continue;
			}
			String message = Objects.requireNonNullElse(cause.getMessage(), "");
			Matcher inScript = ERROR_IN_SCRIPT.matcher(message);
			Matcher reply = ERROR_REPLY.matcher(message);
			if (inScript.find()) {
				return inScript.group(1);
			}
			if (reply.matches()) {
				return reply.group(1);
			}
		}
		return "";
	}

	// "SSL engine closed" and the like only look like the reply of a server
	private static boolean mayBeReply(Class<?> type) {
		String name = type.getName();
		if (name.startsWith("io.lettuce.")) {
			return isA(type, "io.lettuce.core.RedisCommandExecutionException");
		}
		if (name.startsWith("redis.clients.")) {
			return isA(type, "redis.clients.jedis.exceptions.JedisDataException");
		}
		return Stream.of("java.", "javax.", "sun.", "io.netty.", "reactor.").noneMatch(name::startsWith);
	}

	private static boolean isA(Class<?> type, String ancestor) {
		for (Class<?> current = type; current != null; current = current.getSuperclass()) {
			if (current.getName().equals(ancestor)) {
				return true;
			}
		}
		return false;
	}

	// of commons-pool: all connections were in use for as long as a command may take
	private static boolean isWaitForConnection(Throwable failure) {
		Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
		return root instanceof NoSuchElementException;
	}

	private static boolean causedBy(Throwable failure, Class<? extends Throwable> type) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (type.isInstance(cause)) {
				return true;
			}
		}
		return false;
	}

}
