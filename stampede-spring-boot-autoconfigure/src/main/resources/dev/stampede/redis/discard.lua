-- Deletes the entry, since an older copy is known to be wrong, unless it is to be kept, and gives up the lock, only while it holds the token.
-- KEYS: lock, entry, waiters' mark.
-- ARGV: token, channel, message, 1 to publish always, 1 to keep the entry. Reply: 1 or 0.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
if ARGV[5] ~= '1' then
  redis.call('DEL', KEYS[2])
end
redis.call('DEL', KEYS[1])
if redis.call('DEL', KEYS[3]) == 1 or ARGV[4] == '1' then
  redis.pcall('PUBLISH', ARGV[2], ARGV[3])
end
return 1
