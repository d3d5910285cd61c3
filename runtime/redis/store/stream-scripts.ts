/**
 * Lua scripts for the event streams of sessions in the Redis store.
 *
 * The hash of a session's streams has several fields for each stream. The name
 * of a field is the id of the stream, followed by one letter:
 *
 * - `w`: process that writes the stream
 * - `r`: process from which the client reads the stream
 * - `i`: ids of the requests that the stream answers
 * - `n`: number of the last event
 * - `e`: whether the stream has ended
 * - `b`: bytes of the events
 */
import { withMessages } from "./ledger.js";
import { toHear } from "./session-scripts.js";

/**
 * Maximum number of events of one stream that wait in a process while the store
 * fails. A client may have received up to this number of events that the store
 * does not have.
 */
export const MAX_QUEUE = 1_000;

/**
 * Lets a client resume a stream in another process. If the store does not have
 * the last event that the client received, the reply has no request ids, and
 * nothing changes.
 *
 * Arguments (ARGV), after the four of `ofSession`:
 * 5. channel prefix
 * 6. message to the process the client listened to
 * 7. number of the last list change
 * 8. stream
 * 9. process that has ended
 * 10. message to the previous reader of the stream
 * 11. number of the last event that the client received
 */
export const RESUME_STEP: string = /*@__PURE__*/ toHear(`
local me, channel, i = ARGV[4], ARGV[5], ARGV[8]
local m = redis.call('HMGET', KEYS[3], i .. 'w', i .. 'r', i .. 'i', i .. 'n', i .. 'e')
if not m[1] then return { r } end
local most = tonumber(m[4] or 0) + (m[1] == ARGV[9] and 1000 or 0)
if tonumber(ARGV[11]) > most then return { r, m[1] } end
local reader = m[2] or m[1]
if reader ~= me then redis.call('PUBLISH', channel .. reader, ARGV[10]) end
redis.call('HSET', KEYS[3], i .. 'r', me)
local writer = m[1]
local s, w = '0', {}
if m[3] == '[]' or writer == ARGV[9] then
  if writer ~= me and writer ~= reader then
    redis.call('PUBLISH', channel .. writer, ARGV[10])
  end
  writer = me
  redis.call('HSET', KEYS[3], i .. 'w', me)
end
if m[3] == '[]' then s, w = hear(channel, ARGV[6], ARGV[7]) end
return { r, writer, m[3], m[4] or '0', m[5] or '', s, w }`);

/**
 * Appends events to a stream.
 *
 * Arguments (ARGV):
 * 1. stream
 * 2. process
 * 3. lifetime in milliseconds
 * 4. channel prefix
 * 5. request ids
 * 6. end mark
 * 7. number of the last list change that the client received
 * 8. session
 * 9. maximum bytes of all clients
 * 10 and later: pairs of event number and event
 */
export const APPEND_STEP: string = /*@__PURE__*/ withMessages(`
local i, me = ARGV[1], ARGV[2]
local s = redis.call('HMGET', KEYS[1], 'n', 'h', 'o')
if not s[1] then return 'gone' end
local m = redis.call('HMGET', KEYS[2], i .. 'w', i .. 'r', i .. 'e', i .. 'n', i .. 'b')
if m[1] and m[1] ~= me then return 'moved' end
if m[3] then return 'ended' end
local more, changes = 0, {}
local function set(part, value)
  changes[#changes + 1] = i .. part
  changes[#changes + 1] = value
end
if not m[1] then
  set('w', me)
  set('i', ARGV[5])
  more = #ARGV[5] + COST
end
local last, sent = tonumber(m[4] or '0'), {}
for a = 10, #ARGV, 2 do
  -- A write that seemed to fail may have succeeded.
  if tonumber(ARGV[a]) > last then
    redis.call('XADD', KEYS[3], '0-' .. ARGV[a], 'd', ARGV[a + 1])
    sent[#sent + 1] = { tonumber(ARGV[a]), ARGV[a + 1] }
    more = more + #ARGV[a + 1] + COST
  end
end
if #sent > 0 then
  set('n', ARGV[#ARGV - 1])
  redis.call('PEXPIRE', KEYS[3], ARGV[3])
end
if more > 0 then set('b', (m[5] or 0) + more) end
if ARGV[6] ~= '' then set('e', '1') end
if #changes > 0 then redis.call('HSET', KEYS[2], unpack(changes)) end
redis.call('PEXPIRE', KEYS[2], ARGV[3])
if ARGV[7] ~= '' then redis.call('HSET', KEYS[1], 's', ARGV[7]) end
if m[2] and m[2] ~= me and (#sent > 0 or ARGV[6] ~= '') then
  redis.call('PUBLISH', ARGV[4] .. m[2], cjson.encode({
    f = '1', t = 'event', s = ARGV[8], i = i, e = sent, x = ARGV[6]
  }))
end
if more > 0 then
  keep(KEYS[1], s[2] or s[3], more, ARGV[3], tonumber(ARGV[9]))
end
return 'ok'`);

/**
 * Deletes streams that the calling process writes.
 *
 * Arguments (ARGV):
 * 1. process
 * 2 and later: ids of streams
 */
export const DROP_STREAMS_STEP: string = /*@__PURE__*/ withMessages(`
local keys, fields, freed = {}, {}, 0
for a = 2, #ARGV do
  local i = ARGV[a]
  local m = redis.call('HMGET', KEYS[2], i .. 'w', i .. 'b')
  if m[1] == ARGV[1] then
    keys[#keys + 1] = KEYS[1] .. ':' .. i
    freed = freed + tonumber(m[2] or 0)
    for _, part in ipairs({ 'b', 'w', 'r', 'i', 'n', 'e' }) do
      fields[#fields + 1] = i .. part
    end
  end
end
each('DEL', keys[1], keys)
each('HDEL', KEYS[2], fields)
add(KEYS[1], nil, -freed)
return #keys`);

/**
 * Reads up to 100 events of a stream.
 *
 * Arguments (ARGV):
 * 1. number of the first event
 */
export const READ_STEP: string = `return redis.call('XRANGE', KEYS[1], '0-' .. ARGV[1], '+', 'COUNT', 100)`;
