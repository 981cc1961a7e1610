package dev.stampede.engine;

import java.lang.reflect.Type;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;

import dev.stampede.StampedeException;
import dev.stampede.StampedeOperations;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicyUse;
import dev.stampede.store.EntryStore;

/**
 * Operations over one engine.
 */
final class DefaultStampedeOperations implements StampedeOperations, PolicyUse.Source {

	private final StampedeEngine engine;

	private final PolicyResolver policies;

	private final CallSpecs specs;

	DefaultStampedeOperations(StampedeEngine engine, EntryStore store, PolicyResolver policies) {
		this.engine = engine;
		this.policies = policies;
		this.specs = new CallSpecs(store, policies);
	}

	@Override
	public <T> @Nullable T get(String cacheName, Object key, Class<T> type, Callable<? extends @Nullable T> source) {
		return call(cacheName, key, type, source);
	}

	@Override
	public <T> @Nullable T get(String cacheName, Object key, ParameterizedTypeReference<T> type,
			Callable<? extends @Nullable T> source) {
		return call(cacheName, key, type.getType(), source);
	}

	@Override
	public <T> CompletableFuture<@Nullable T> getAsync(String cacheName, Object key, Class<T> type,
			Supplier<? extends CompletionStage<T>> source) {
		return callAsync(cacheName, key, type, source);
	}

	@Override
	public <T> CompletableFuture<@Nullable T> getAsync(String cacheName, Object key, ParameterizedTypeReference<T> type,
			Supplier<? extends CompletionStage<T>> source) {
		return callAsync(cacheName, key, type.getType(), source);
	}

	@Override
	public void put(String cacheName, Object key, @Nullable Object value) {
		if (value != null && !CallSpecs.tellsItsType(value)) {
			throw new IllegalArgumentException(
					"A " + value.getClass().getSimpleName() + " does not tell what it is of: "
							+ "put it with its type, such as new ParameterizedTypeReference<List<Price>>() { }");
		}
		this.engine.put(this.specs.<Object>ofValue(cacheName, value), EntryKey.of(cacheName, key), value);
	}

	@Override
	public <T> void put(String cacheName, Object key, ParameterizedTypeReference<T> type, @Nullable T value) {
		this.engine.put(this.specs.<T>of(cacheName, type.getType()), EntryKey.of(cacheName, key), value);
	}

	@Override
	public void evict(String cacheName, Object key) {
		this.engine.evict(EntryKey.of(cacheName, key));
	}

	@Override
	public void clear(String cacheName) {
		this.engine.clear(cacheName);
	}

	@Override
	public List<PolicyUse> policyUses() {
		return this.specs.cacheNames()
			.stream()
			.map((cacheName) -> PolicyUse.withoutAnnotation(cacheName, "StampedeOperations", this.policies))
			.toList();
	}

	private <T> @Nullable T call(String cacheName, Object key, Type type, Callable<? extends @Nullable T> source) {
		try {
			return this.engine.call(this.specs.<T>of(cacheName, type), EntryKey.of(cacheName, key),
					new CallableSource<T>(source, type));
		}
		catch (Throwable ex) {
			throw this.<RuntimeException>asThrown(ex);
		}
	}

	private <T> CompletableFuture<@Nullable T> callAsync(String cacheName, Object key, Type type,
			Supplier<? extends CompletionStage<T>> source) {
		return this.engine.callAsync(this.specs.<T>of(cacheName, type), EntryKey.of(cacheName, key),
				new SupplierSource<T>(source, type));
	}

	@SuppressWarnings("unchecked") // what the source threw reaches the caller as it is
	private <E extends Throwable> RuntimeException asThrown(Throwable ex) throws E {
		throw (E) ex;
	}

	private record CallableSource<T>(Callable<? extends @Nullable T> source,
			Type type) implements SourceCall.Blocking<T> {

		@Override
		public @Nullable T read() throws Exception {
			return this.source.call();
		}

		@Override
		@SuppressWarnings("unchecked") // fits the type
		public @Nullable T defaultValue(StampedeException reason) {
			return (T) DefaultValues.fitting(this.type);
		}

	}

	private record SupplierSource<T>(Supplier<? extends CompletionStage<T>> source,
			Type type) implements SourceCall.Async<T> {

		@Override
		public CompletionStage<? extends @Nullable T> read() {
			return this.source.get();
		}

		@Override
		@SuppressWarnings("unchecked") // fits the type
		public CompletionStage<? extends @Nullable T> defaultValue(StampedeException reason) {
			return CompletableFuture.completedStage((T) DefaultValues.fitting(this.type));
		}

	}

}
