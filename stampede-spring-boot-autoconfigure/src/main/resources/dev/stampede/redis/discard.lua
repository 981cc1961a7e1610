-- Deletes the entry, since an older copy is known to be wrong, unless it is to be kept; gives up the lock, or turns it into a pass mark.
-- Only while the lock holds the token. KEYS: lock, entry, waiters' mark (the lock alone while its slot moves).
-- ARGV: token, channel, message, 1 to publish always, 1 to keep the entry, pass mark, life of the mark in ms (0 for none). Reply: 1 or 0.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
if KEYS[2] and ARGV[5] ~= '1' then
  redis.call('DEL', KEYS[2])
end
if ARGV[7] == '0' or redis.pcall('SET', KEYS[1], ARGV[6], 'PX', ARGV[7])['err'] then
  redis.call('DEL', KEYS[1])
end
if KEYS[3] and (redis.call('DEL', KEYS[3]) == 1 or ARGV[4] == '1') then
  redis.pcall('PUBLISH', ARGV[2], ARGV[3])
end
return 1
