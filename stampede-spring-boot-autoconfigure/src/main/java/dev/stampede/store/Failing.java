package dev.stampede.store;

/**
 * Reply to {@link StoreCommand.Fail}.
 *
 * @param owner whether the lock still held the token
 * @param copy the copy to serve instead while the backoff mark is set;
 * {@link Entry#ABSENT} if there is none
 * @since 0.1.0
 */
public record Failing(boolean owner, Entry copy) {

}
