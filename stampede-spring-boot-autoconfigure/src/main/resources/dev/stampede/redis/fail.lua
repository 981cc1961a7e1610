-- Ends a regeneration whose source failed: a backoff mark replaces the lock if a copy may be served instead, else the lock goes.
-- KEYS: lock, entry, waiters' mark. ARGV: token, backoff mark, life of the mark in ms, channel, message, 1 if a fresh entry may be served.
-- Reply: 1 or 0 for whether the lock held the token, time in us, the copy or nothing.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local micros = time[1] * 1000000 + time[2]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return {0, micros, ''}
end
local copy = ''
local head = redis.call('GETRANGE', KEYS[2], 0, 39)
if #head == 40 and string.sub(head, 1, 3) == 'ST\1' then
  local _, fresh, _, onError = struct.unpack('>i8i8i8i8', head, 5)
  if (fresh > now and ARGV[6] == '1') or (fresh > 0 and fresh <= now and onError > now) then
    copy = redis.call('GET', KEYS[2])
  end
end
if copy == '' or redis.pcall('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])['err'] then
  redis.call('DEL', KEYS[1])
end
if redis.call('DEL', KEYS[3]) == 1 then
  redis.pcall('PUBLISH', ARGV[4], ARGV[5])
end
return {1, micros, copy}
