package dev.stampede.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

import dev.stampede.engine.StampedeEngine;

/**
 * Closes the engine in order: after the web server's graceful stop and whatever else
 * brings calls, before connection factories. A pause or a checkpoint of the context is no
 * reason to close it.
 */
final class EngineShutdown implements SmartLifecycle, ApplicationContextAware, ApplicationListener<ContextClosedEvent> {

	/** The web server stops at {@code DEFAULT_PHASE - 2048}, connections at 0. */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

	private final StampedeEngine engine;

	private @Nullable ApplicationContext context;

	private volatile boolean running;

	private volatile boolean closing;

	EngineShutdown(StampedeEngine engine) {
		this.engine = engine;
	}

	@Override
	public void setApplicationContext(ApplicationContext context) {
		this.context = context;
	}

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext().equals(this.context)) {
			this.closing = true;
		}
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		if (this.closing) {
			this.engine.close();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
