package dev.stampede.actuate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * Endpoint that shows what this instance knows: policies, counters and flights, without
 * asking Redis, and one key at a time as it is in Redis. Read-only unless access is
 * unrestricted. It never shows a token, and keys only as hashes unless configured
 * otherwise.
 *
 * @since 0.1.0
 */
@Endpoint(id = "stampede", defaultAccess = Access.READ_ONLY)
public final class StampedeEndpoint {

	private final @Nullable ProtectionView view;

	private final @Nullable String reason;

	private StampedeEndpoint(@Nullable ProtectionView view, @Nullable String reason) {
		this.view = view;
		this.reason = reason;
	}

	/**
	 * Creates the endpoint of an instance whose methods are protected.
	 * @param view what is to be seen
	 * @return the endpoint
	 */
	public static StampedeEndpoint active(ProtectionView view) {
		return new StampedeEndpoint(view, null);
	}

	/**
	 * Creates the endpoint of an instance in which protection is off.
	 * @param reason why
	 * @return the endpoint
	 */
	public static StampedeEndpoint inactive(String reason) {
		return new StampedeEndpoint(null, reason);
	}

	/**
	 * Shows this instance and all its caches.
	 * @return the description
	 */
	@ReadOperation
	public OperationResponseBody stampede() {
		return (this.view == null) ? new InactiveDescriptor(false, String.valueOf(this.reason)) : this.view.instance();
	}

	/**
	 * Shows one cache, with the flights that are open in this instance.
	 * @param cache the name of the cache
	 * @return the description, or null if no such cache is known
	 */
	@ReadOperation
	public @Nullable OperationResponseBody cache(@Selector String cache) {
		return (this.view != null) ? this.view.cache(cache) : null;
	}

	/**
	 * Shows one key as Redis has it at this moment.
	 * @param cache the name of the cache
	 * @param key the key as rendered in Redis, or the hash of one that is in flight here;
	 * parts are joined by slashes
	 * @return the description, or null if no such cache is known
	 */
	@ReadOperation
	public @Nullable OperationResponseBody key(@Selector String cache,
			@Selector(match = Selector.Match.ALL_REMAINING) String... key) {
		return (this.view != null) ? this.view.key(cache, String.join("/", key)) : null;
	}

	/**
	 * Evicts one key and voids a running refresh.
	 * @param cache the name of the cache
	 * @param key the key, as for reading
	 * @return whether there was an entry; null if no such cache is known
	 */
	@DeleteOperation
	public @Nullable OperationResponseBody evict(@Selector String cache,
			@Selector(match = Selector.Match.ALL_REMAINING) String... key) {
		return (this.view != null) ? this.view.evict(cache, String.join("/", key)) : null;
	}

	/**
	 * Reason why nothing is protected.
	 *
	 * @param active false
	 * @param reason why
	 */
	record InactiveDescriptor(boolean active, String reason) implements OperationResponseBody {

	}

}
