-- Writes the entry, stamped with the time of this server, and gives up the lock, only while it holds the token.
-- KEYS: lock, entry, waiters' mark.
-- ARGV: token, flags, ttl, stale window, stale-if-error window, read time (all ms), payload, channel, message, 1 to publish always. Reply: 1 or 0.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local fresh = now + ARGV[3]
local head = struct.pack('>BBi8i8i8i8I4', 1, ARGV[2], now, fresh, fresh + ARGV[4], fresh + ARGV[5], ARGV[6])
redis.call('SET', KEYS[2], 'ST' .. head .. ARGV[7], 'PX', ARGV[3] + math.max(ARGV[4], ARGV[5]))
redis.call('DEL', KEYS[1])
if redis.call('DEL', KEYS[3]) == 1 or ARGV[10] == '1' then
  redis.pcall('PUBLISH', ARGV[8], ARGV[9])
end
return 1
