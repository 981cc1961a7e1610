-- Looks at a lock and its entry, for operators; changes nothing.
-- KEYS: lock, entry. ARGV: none.
-- Reply: lock (0 free, 1 held, 2 backing off, 3 passing), holder, ms left (negative without expiry), entry (0 absent, 1 fresh, 2 stale), ms fresh, ms stale.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lock, holder, left = 0, '', 0
local value = redis.call('GET', KEYS[1])
if value then
  local first = string.sub(value, 1, 1)
  lock = (first == '!' and 2) or (first == '?' and 3) or 1
  holder = string.match(value, '^[!?]?([^:]*)')
  left = redis.call('PTTL', KEYS[1])
end
local entry, fresh, stale = 0, 0, 0
local head = redis.call('GETRANGE', KEYS[2], 0, 39)
if #head == 40 and string.sub(head, 1, 3) == 'ST\1' then
  local filled, freshUntil, staleUntil, _ = struct.unpack('>i8i8i8i8', head, 5)
  if filled <= now + 1000 then
    fresh = math.max(0, freshUntil - now)
  end
  stale = math.max(0, math.max(staleUntil, freshUntil) - now)
  entry = (fresh > 0) and 1 or 2
end
return {lock, holder, left, entry, fresh, stale}
