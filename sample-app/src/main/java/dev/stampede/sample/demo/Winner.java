package dev.stampede.sample.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Service;
import org.springframework.web.server.ResponseStatusException;

import dev.stampede.StampedeStoreException;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;
import dev.stampede.sample.Herd;
import dev.stampede.store.EntryStore;
import dev.stampede.store.KeyState;
import dev.stampede.store.KeyState.LockState;

/**
 * A second instance, in a JVM of its own, that wins the lock of a set, and is killed
 * while it reads the source and callers here wait for it.
 */
@Service
class Winner implements DisposableBean {

	static final int CALLERS = 20;

	private static final EntryKey KEY = EntryKey.of(LiveSets.CACHE, LiveSets.DOOMED);

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final long LOOK_AGAIN_MILLIS = 20;

	/** Where Redis is, for the second instance to find the same. */
	private static final Map<String, String> REDIS = Map.of("spring.data.redis.host", "SPRING_DATA_REDIS_HOST",
			"spring.data.redis.port", "SPRING_DATA_REDIS_PORT", "spring.data.redis.url", "SPRING_DATA_REDIS_URL",
			"spring.data.redis.username", "SPRING_DATA_REDIS_USERNAME", "spring.data.redis.password",
			"SPRING_DATA_REDIS_PASSWORD", "stampede.key-prefix", "STAMPEDE_KEYPREFIX");

	private final StampedeEngine engine;

	private final String instance;

	private final LiveSets sets;

	private final Environment environment;

	private final ExecutorService thread = Executors.newSingleThreadExecutor(new CustomizableThreadFactory("winner-"));

	private final Lock changing = new ReentrantLock();

	private @Nullable Process process;

	private volatile State state = State.NONE;

	Winner(StampedeEngine engine, EntryStore store, LiveSets sets, Environment environment) {
		this.engine = engine;
		this.instance = store.instanceId();
		this.sets = sets;
		this.environment = environment;
	}

	State state() {
		return this.state;
	}

	// Starts the second instance; it takes a few seconds until it holds the lock.
	State start() throws IOException {
		this.changing.lock();
		try {
			if (this.state.isRunning()) {
				throw new ResponseStatusException(HttpStatus.CONFLICT, "There is a second instance already");
			}
			this.engine.evict(KEY);
			ProcessBuilder builder = Jvm.sample(List.of("--sample.winner=true",
					"--stampede.on-redis-failure=fail-closed", "--spring.main.web-application-type=none",
					"--spring.sql.init.mode=never", "--spring.main.lazy-initialization=true"));
			REDIS.forEach((property, variable) -> {
				String value = this.environment.getProperty(property);
				if (value != null) {
					builder.environment().put(variable, value);
				}
			});
			Process started = builder.start();
			this.process = started;
			this.state = new State(Phase.STARTING, started.pid(), null, 0, 0);
			this.thread.execute(() -> awaitLock(started));
			return this.state;
		}
		finally {
			this.changing.unlock();
		}
	}

	// Kills the second instance, while callers here wait for it.
	State kill() {
		this.changing.lock();
		try {
			Process victim = this.process;
			if (this.state.phase() != Phase.HOLDING || victim == null) {
				throw new ResponseStatusException(HttpStatus.CONFLICT,
						"There is no second instance that holds the lock");
			}
			this.state = this.state.now(Phase.KILLED);
			this.thread.execute(() -> killWhileCallersWait(victim));
			return this.state;
		}
		finally {
			this.changing.unlock();
		}
	}

	@Override
	public void destroy() {
		this.thread.shutdownNow();
		Process left = this.process;
		if (left != null) {
			left.destroyForcibly();
		}
	}

	private void awaitLock(Process started) {
		long begin = System.nanoTime();
		try {
			while (started.isAlive() && System.nanoTime() - begin < PATIENCE.toNanos()) {
				KeyState key = inspect();
				if (key != null && key.lock() == LockState.HELD && !this.instance.equals(key.holder())) {
					this.state = new State(Phase.HOLDING, started.pid(), key.holder(), 0, 0);
					return;
				}
				Thread.sleep(LOOK_AGAIN_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		started.destroyForcibly();
		this.state = this.state.now(Phase.FAILED);
	}

	private @Nullable KeyState inspect() {
		try {
			return this.engine.inspect(KEY);
		}
		catch (StampedeStoreException ex) {
			return null;
		}
	}

	private void killWhileCallersWait(Process victim) {
		ExecutorService killer = Executors.newSingleThreadExecutor();
		try {
			killer.execute(() -> killWhenAllWait(victim));
			Herd herd = Herd.release(CALLERS, () -> this.sets.find(LiveSets.DOOMED));
			this.state = new State(Phase.TAKEN_OVER, victim.pid(), this.state.holder(), herd.served(), herd.millis(1));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			victim.destroyForcibly();
			killer.shutdownNow();
		}
	}

	// Kills without a word: SIGKILL, where there are signals.
	private void killWhenAllWait(Process victim) {
		try {
			while (waiting() < CALLERS - 1) {
				Thread.sleep(LOOK_AGAIN_MILLIS);
			}
			victim.destroyForcibly();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private int waiting() {
		return this.engine.inFlight(LiveSets.CACHE)
			.stream()
			.filter((flight) -> flight.key().equals(KEY))
			.mapToInt((flight) -> flight.waiters())
			.sum();
	}

	/**
	 * Progress of the second instance.
	 */
	enum Phase {

		/** There was none yet. */
		NONE,

		/** It is starting. */
		STARTING,

		/** It holds the lock. */
		HOLDING,

		/** It is being killed, while callers wait. */
		KILLED,

		/** The callers have their answers. */
		TAKEN_OVER,

		/** It ended before it held the lock. */
		FAILED

	}

	/**
	 * The second instance.
	 *
	 * @param phase how far it has come
	 * @param pid its process
	 * @param holder its name
	 * @param served how many callers got a value after its end
	 * @param slowestMillis how long the slowest of them waited
	 */
	record State(Phase phase, long pid, @Nullable String holder, int served, double slowestMillis) {

		static final State NONE = new State(Phase.NONE, 0, null, 0, 0);

		boolean isRunning() {
			return this.phase == Phase.STARTING || this.phase == Phase.HOLDING || this.phase == Phase.KILLED;
		}

		State now(Phase next) {
			return new State(next, this.pid, this.holder, this.served, this.slowestMillis);
		}

	}

}
