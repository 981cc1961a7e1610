package dev.stampede.cache;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheOperationInvoker.ThrowableWrapper;

import dev.stampede.StampedeException;
import dev.stampede.engine.DefaultValues;
import dev.stampede.engine.SourceCall;

/**
 * A loader as a source. What Spring's cache interceptor wraps is unwrapped for the
 * engine, which tells interruption from failure, and wrapped again for Spring.
 *
 * @param loader the loader
 * @param values the values of the cache
 */
record LoaderSource(Callable<?> loader, CacheValues values) implements SourceCall.Blocking<Object> {

	@Override
	public @Nullable Object read() throws Throwable {
		try {
			return this.values.stored(this.loader.call());
		}
		catch (ThrowableWrapper ex) {
			throw ex.getOriginal();
		}
	}

	@Override
	public @Nullable Object defaultValue(StampedeException reason) {
		return DefaultValues.fitting(this.values.type());
	}

	Cache.ValueRetrievalException failed(Object key, Throwable cause, boolean forSpring) {
		boolean wrapped = forSpring && !(cause instanceof RuntimeException) && !(cause instanceof Error);
		return new Cache.ValueRetrievalException(key, this.loader, wrapped ? new ThrowableWrapper(cause) : cause);
	}

}
