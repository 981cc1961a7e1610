package dev.stampede.engine;

/**
 * Step that a {@link Call} wants done next. The call decides, a driver does it: the
 * blocking one on the caller's thread, the asynchronous one by continuation.
 */
enum Step {

	/** Run {@link Call#command()} and hand back the reply. */
	COMMAND,
	/** Read the source and hand back the value. */
	SOURCE,
	/** Wait until woken, at most until {@link Call#awaitUntil()}. */
	AWAIT,
	/** Give the caller {@link Call#answer()}. */
	DONE

}
