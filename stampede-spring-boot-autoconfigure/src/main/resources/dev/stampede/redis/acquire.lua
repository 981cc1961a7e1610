-- Takes the regeneration lock, unless a fresh entry with another stamp than the caller has seen is there.
-- KEYS: lock, entry, waiters' mark (the lock alone while its slot moves). ARGV: token, life of the lock in ms, stamp seen.
-- Reply: outcome (0 filled, 1 won, 2 held, 3 backing off, 4 passing), ms left, time in us, holder, entry (0 none, 1 as seen, 2 another), entry.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stamp, onError, state, entry = 0, 0, 0, ''
if KEYS[2] then
  local head = redis.call('GETRANGE', KEYS[2], 0, 39)
  if #head == 40 and string.sub(head, 1, 3) == 'ST\1' then
    local filled, _
    filled, stamp, _, onError = struct.unpack('>i8i8i8i8', head, 5)
    if stamp > 0 then
      state = (stamp == tonumber(ARGV[3])) and 1 or 2
      if state == 2 then
        entry = redis.call('GET', KEYS[2])
        if stamp > now and filled <= now + 1000 then
          return {0, 0, time[1] * 1000000 + time[2], '', state, entry}
        end
      end
    end
  end
end
local outcome, left = 1, tonumber(ARGV[2])
local holder = redis.call('GET', KEYS[1])
local first = holder and string.sub(holder, 1, 1)
local mark = (first == '!' and 3) or (first == '?' and 4)
if mark == 3 and (state == 0 or math.max(stamp, onError) <= now) then
  redis.call('DEL', KEYS[1])
  holder = false
end
if not holder then
  redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
  holder = ARGV[1]
elseif holder ~= ARGV[1] then
  outcome = mark or 2
  left = redis.call('PTTL', KEYS[1])
  if not mark and KEYS[3] then
    redis.pcall('SET', KEYS[3], '1', 'PX', (left > 0) and left or ARGV[2])
  end
end
return {outcome, left, time[1] * 1000000 + time[2], string.match(holder, '^[!?]?([^:]*)'), state, entry}
