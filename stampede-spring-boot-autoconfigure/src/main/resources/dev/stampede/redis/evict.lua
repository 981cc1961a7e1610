-- Deletes the entry and the lock, whoever holds it, so that a regeneration that runs can store nothing.
-- KEYS: lock, entry, waiters' mark.
-- ARGV: channel, message. Reply: 1 if there was an entry, else 0.
redis.call('DEL', KEYS[1], KEYS[3])
local gone = redis.call('DEL', KEYS[2])
redis.pcall('PUBLISH', ARGV[1], ARGV[2])
return gone
