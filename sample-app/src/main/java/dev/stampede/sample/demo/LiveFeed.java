package dev.stampede.sample.demo;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import dev.stampede.actuate.StampedeEndpoint;
import dev.stampede.sample.CardSets;
import dev.stampede.store.EntryStore;

/**
 * Feed of the front page's state to everybody who watches, twice a second. Visitors come
 * only while somebody watches. It stops before the web server, which would wait for it.
 */
@Component
class LiveFeed implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(LiveFeed.class);

	private static final long PERIOD_MILLIS = 500;

	private final List<SseEmitter> watchers = new CopyOnWriteArrayList<>();

	private final EntryStore store;

	private final ObjectProvider<StampedeEndpoint> endpoint;

	private final LiveEvents events;

	private final LiveLoad load;

	private final CardSets source;

	private final ObjectProvider<LocalRedis> redis;

	private final Winner winner;

	private volatile @Nullable ScheduledExecutorService clock;

	LiveFeed(EntryStore store, ObjectProvider<StampedeEndpoint> endpoint, LiveEvents events, LiveLoad load,
			CardSets source, ObjectProvider<LocalRedis> redis, Winner winner) {
		this.store = store;
		this.endpoint = endpoint;
		this.events = events;
		this.load = load;
		this.source = source;
		this.redis = redis;
		this.winner = winner;
	}

	SseEmitter watch() {
		SseEmitter watcher = new SseEmitter(0L);
		watcher.onCompletion(() -> leave(watcher));
		watcher.onError((failure) -> leave(watcher));
		this.watchers.add(watcher);
		return watcher;
	}

	LiveState state() {
		LiveState.Redis embedded = this.redis.stream()
			.map((local) -> new LiveState.Redis(local.isEmbedded(), local.isRunning()))
			.findFirst()
			.orElse(new LiveState.Redis(false, false));
		return new LiveState(System.currentTimeMillis(), this.store.instanceId(), this.store.state().condition().name(),
				shown((from) -> from.cache(LiveSets.CACHE)), shown((from) -> from.key(LiveSets.CACHE, LiveSets.HOT)),
				shown((from) -> from.key(LiveSets.CACHE, LiveSets.DOOMED)), this.source.trouble(),
				this.load.callsPerSecond(), embedded, this.winner.state(), this.events.last());
	}

	@Override
	public void start() {
		ScheduledExecutorService started = Executors
			.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("live-"));
		Future<?> unused = started.scheduleWithFixedDelay(this::sendOrLog, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
		this.clock = started;
	}

	@Override
	public void stop() {
		ScheduledExecutorService running = this.clock;
		if (running != null) {
			running.shutdownNow();
			this.clock = null;
		}
		this.load.arrive(0);
		this.watchers.forEach(SseEmitter::complete);
	}

	@Override
	public boolean isRunning() {
		return this.clock != null;
	}

	// Returns what the endpoint shows, or nothing where it is not exposed.
	private @Nullable Object shown(Function<StampedeEndpoint, @Nullable Object> part) {
		StampedeEndpoint exposed = this.endpoint.getIfAvailable();
		return (exposed != null) ? part.apply(exposed) : null;
	}

	// What throws would never run again.
	private void sendOrLog() {
		try {
			send();
		}
		catch (RuntimeException ex) {
			logger.warn("The state of the front page was not sent", ex);
		}
	}

	private void send() {
		if (this.watchers.isEmpty()) {
			return;
		}
		LiveState state = state();
		for (SseEmitter watcher : this.watchers) {
			try {
				watcher.send(SseEmitter.event().name("state").data(state));
			}
			catch (IOException | IllegalStateException ex) {
				leave(watcher);
			}
		}
	}

	private void leave(SseEmitter watcher) {
		this.watchers.remove(watcher);
		if (this.watchers.isEmpty()) {
			this.load.arrive(0);
		}
	}

}
