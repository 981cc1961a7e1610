-- Gives the lock a new remaining life, only while it holds the token.
-- KEYS: lock.
-- ARGV: token, remaining life in ms. Reply: 1 or 0.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
