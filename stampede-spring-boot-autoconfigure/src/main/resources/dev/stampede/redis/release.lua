-- Deletes the lock, only while it holds the token.
-- KEYS: lock.
-- ARGV: token. Reply: 1 or 0.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
