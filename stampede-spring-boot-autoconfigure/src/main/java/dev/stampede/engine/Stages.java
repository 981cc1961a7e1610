package dev.stampede.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Checks and conversions of the stages that users hand in.
 */
final class Stages {

	private Stages() {
	}

	static <S> S present(@Nullable S stage, String giver) {
		Assert.state(stage != null, () -> "The " + giver + " returned null instead of a CompletionStage");
		return stage;
	}

	static <T> void follow(CompletionStage<? extends @Nullable T> stage, CompletableFuture<@Nullable T> future) {
		stage.whenComplete((value, ex) -> {
			if (ex != null) {
				future.completeExceptionally(unwrapped(ex));
			}
			else {
				future.complete(value);
			}
		});
	}

	// what cancels it; null for a stage that is no future and makes none
	static @Nullable CompletableFuture<?> future(CompletionStage<?> stage) {
		try {
			return stage.toCompletableFuture();
		}
		catch (RuntimeException ex) {
			return null;
		}
	}

	static Throwable unwrapped(Throwable ex) {
		Throwable cause = ex.getCause();
		return (ex instanceof CompletionException && cause != null) ? cause : ex;
	}

}
