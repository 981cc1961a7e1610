-- Deletes the entry and takes the lock from whoever holds it: the first half of a put.
-- KEYS: lock, entry.
-- ARGV: token, life of the lock in ms, channel, message. Reply: 1.
redis.call('DEL', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.pcall('PUBLISH', ARGV[3], ARGV[4])
return 1
