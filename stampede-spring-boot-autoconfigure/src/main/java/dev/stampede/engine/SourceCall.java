package dev.stampede.engine;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import dev.stampede.OnLose;
import dev.stampede.StampedeException;
import dev.stampede.event.StampedeObserver;

/**
 * Source of one call: how it is read, whether what was read is to be stored, and the
 * default.
 *
 * @param <T> the type of the value
 * @since 0.1.0
 */
public sealed interface SourceCall<T> {

	/**
	 * Returns whether a value is to be stored.
	 * @param value what was read
	 * @return false to keep it from being stored
	 */
	default boolean isStorable(@Nullable T value) {
		return true;
	}

	/**
	 * Returns whether another cache keeps what was read, though it is not stored here.
	 * What nobody keeps is uncacheable: the other JVMs would queue for the lock and find
	 * nothing.
	 * @param value what was read
	 * @return false if other JVMs can only read it for themselves
	 */
	default boolean isKeptElsewhere(@Nullable T value) {
		return false;
	}

	/**
	 * Returns whether a fresh entry answers. Where another cache has the values, entries
	 * are copies for losers: one that is still fresh is wrong, since that cache was asked
	 * before, and had let go of it.
	 * @return false to go on as if a fresh entry had come to the end of its windows
	 */
	default boolean takesFresh() {
		return true;
	}

	/**
	 * Returns whether what was read came from the source.
	 * @return false if the value was found elsewhere once the lock was held
	 */
	default boolean isSourceRead() {
		return true;
	}

	/**
	 * A source that is read on the calling thread.
	 *
	 * @param <T> the type of the value
	 */
	non-sealed interface Blocking<T> extends SourceCall<T> {

		/**
		 * Reads the source.
		 * @return the value
		 * @throws Throwable what the caller gets, as it is
		 */
		@Nullable T read() throws Throwable;

		/**
		 * Returns the value of {@link OnLose#RETURN_DEFAULT}.
		 * @param reason the exception that the loser would have got
		 * @return the default
		 * @throws Throwable what the caller gets instead
		 */
		@Nullable T defaultValue(StampedeException reason) throws Throwable;

	}

	/**
	 * A source that is read without blocking anybody.
	 *
	 * @param <T> the type of the value
	 */
	non-sealed interface Async<T> extends SourceCall<T> {

		/**
		 * Starts to read the source; runs on the engine's executor.
		 * @return the value to come
		 */
		CompletionStage<? extends @Nullable T> read();

		/**
		 * Starts to read the source in the middle of an observation; whoever binds more
		 * to the thread opens it after that.
		 * @param observed the observation
		 * @return the value to come
		 */
		default CompletionStage<? extends @Nullable T> read(StampedeObserver.Observed observed) {
			StampedeObserver.Scope scope = observed.open();
			try {
				return read();
			}
			finally {
				scope.close();
			}
		}

		/**
		 * Returns the value of {@link OnLose#RETURN_DEFAULT}, without blocking.
		 * @param reason the exception that the loser would have got
		 * @return the default to come
		 * @throws Throwable what the caller gets instead
		 */
		CompletionStage<? extends @Nullable T> defaultValue(StampedeException reason) throws Throwable;

	}

}
