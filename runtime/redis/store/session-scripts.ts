/**
 * Lua scripts for sessions in the Redis store. The store keys of a session
 * contain the session id in braces, so that a Redis cluster keeps them in one
 * slot.
 *
 * A session record is a hash with these fields:
 *
 * - `o`: owner
 * - `h`: client to which limits apply
 * - `n`: number of the last change
 * - `f`: version of the record format
 * - `i`: message that opened the session
 * - `c`: scopes
 * - `v`: protocol revision
 * - `p`: whether the session is initialized
 * - `l`: log level
 * - `u…`: subscribed URIs
 * - `g`: process to which the client opened its latest GET stream. The process
 *   keeps this role after the stream has closed: if the process gets a message
 *   for the client, it queues the message.
 * - `s`: number of the last list change that was sent to the client
 * - `@…`: processes that have a copy of the session
 */
import { withMessages } from "./ledger.js";

/**
 * Version of the format of session records, and of the streams and the queue of
 * a session. A record of another version is ignored.
 */
export const FORM = "1";

/**
 * Returns `script`, preceded by code that reads the session record into `r`.
 * The record is an empty list if the caller already knows its current version.
 * The script ends if the session does not exist, has another owner or another
 * format. The first arguments are the owner, the known version, the lifetime in
 * ms, and the process.
 */
function ofSession(script: string): string {
  return `
local function record()
  local o = redis.call('HMGET', KEYS[1], 'o', 'n', 'f')
  if not o[2] or o[1] ~= ARGV[1] or o[3] ~= '${FORM}' then return nil end
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  if o[2] == ARGV[2] then return {} end
  if ARGV[2] == '' then redis.call('HSET', KEYS[1], '@' .. ARGV[4], '1') end
  return redis.call('HGETALL', KEYS[1])
end
local r = record()
if not r then return false end
${script}`;
}

/**
 * Lua function that registers the calling process as the holder of the client's
 * GET stream. Returns the number of the last list change that the client
 * received, and the queued messages.
 */
const HEAR_STEP = `
local function hear(channel, away, seen)
  local me = ARGV[4]
  local g = redis.call('HMGET', KEYS[1], 'g', 's')
  if g[1] and g[1] ~= me then redis.call('PUBLISH', channel .. g[1], away) end
  redis.call('HSET', KEYS[1], 'g', me, 's', seen)
  local waiting = redis.call('LRANGE', KEYS[2], 0, -1)
  if #waiting > 0 then
    add(KEYS[1], nil, -(redis.call('HGET', KEYS[3], 'wb') or 0))
    redis.call('DEL', KEYS[2])
    redis.call('HDEL', KEYS[3], 'wb')
  end
  return g[2] or '0', waiting
end
`;

/**
 * Returns `script`, preceded by code that reads the session record into `r` and
 * defines the Lua function `hear`. This function registers the calling process
 * as the holder of the client's GET stream.
 */
export function toHear(script: string): string {
  return ofSession(withMessages(HEAR_STEP + script));
}

/**
 * Extends the lifetime of a session and publishes messages to other processes.
 *
 * Arguments (ARGV), after the four of `ofSession`:
 * 5 and later: pairs of channel and message
 */
export const TOUCH_STEP: string = /*@__PURE__*/ ofSession(`
for a = 5, #ARGV, 2 do redis.call('PUBLISH', ARGV[a], ARGV[a + 1]) end
return r`);

/**
 * Registers a process as the holder of the GET stream of a session's client.
 *
 * Arguments (ARGV), after the four of `ofSession`:
 * 5. channel prefix
 * 6. message to the previous process
 * 7. number of the last list change that the client receives
 */
export const LISTEN_STEP: string = /*@__PURE__*/ toHear(`
local s, w = hear(ARGV[5], ARGV[6], ARGV[7])
return { r, s, w }`);

/**
 * Creates a session record.
 *
 * Arguments (ARGV):
 * 1. lifetime in milliseconds
 * 2 and later: pairs of field and value
 */
export const OPEN_STEP: string = `
redis.call('HSET', KEYS[1], 'n', '1', unpack(ARGV, 2))
return redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/**
 * Changes fields of a session record. An empty value removes the field.
 *
 * Arguments (ARGV):
 * 1 and later: pairs of field and value
 */
export const SAVE_STEP: string = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for a = 1, #ARGV, 2 do
  if ARGV[a + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[a])
  else redis.call('HSET', KEYS[1], ARGV[a], ARGV[a + 1]) end
end
return redis.call('HINCRBY', KEYS[1], 'n', 1)`;

/**
 * Deletes a session with its streams, and publishes a message to the processes
 * that have a copy of the session.
 *
 * Arguments (ARGV):
 * 1. process
 * 2. channel prefix
 * 3. message
 * 4. maximum remaining lifetime in milliseconds at which the session may be
 *    deleted (empty: always)
 */
export const END_STEP: string = /*@__PURE__*/ withMessages(`
local g = redis.call('HGET', KEYS[1], 'g')
local fields = redis.call('HKEYS', KEYS[1])
if #fields == 0 then return 0 end
if ARGV[4] ~= '' and redis.call('PTTL', KEYS[1]) > tonumber(ARGV[4]) then return 0 end
if g and g ~= ARGV[1] and redis.call('HEXISTS', KEYS[1], '@' .. g) == 0 then
  fields[#fields + 1] = '@' .. g
end
local keys = { KEYS[1], KEYS[2], KEYS[3] }
for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
  if string.sub(field, -1) == 'w' then
    keys[#keys + 1] = KEYS[1] .. ':' .. string.sub(field, 1, -2)
  end
end
each('DEL', KEYS[1], keys)
forget(KEYS[1])
for _, field in ipairs(fields) do
  local to = string.match(field, '^@(.*)$')
  if to and to ~= ARGV[1] then redis.call('PUBLISH', ARGV[2] .. to, ARGV[3]) end
end
return 1`);

/**
 * Extends the lifetime of sessions while one of their requests is running.
 *
 * Arguments (ARGV):
 * 1. lifetime in milliseconds
 */
export const KEEP_STEP: string = `
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1]) end`;

/**
 * Publishes a message to the process that holds the GET stream of a session's
 * client. If there is none, queues the message: at most 1,000 messages and 1 Mi
 * bytes per session.
 *
 * Arguments (ARGV):
 * 1. lifetime in milliseconds
 * 2. channel prefix
 * 3. process to skip
 * 4. message to publish
 * 5. message to queue
 * 6. maximum bytes of all clients
 */
export const TELL_STEP: string = /*@__PURE__*/ withMessages(`
local s = redis.call('HMGET', KEYS[1], 'n', 'g', 'h', 'o')
if not s[1] then return '' end
if s[2] and s[2] ~= ARGV[3] then
  redis.call('PUBLISH', ARGV[2] .. s[2], ARGV[4])
  return s[2]
end
local n = redis.call('RPUSH', KEYS[2], ARGV[5])
local had = tonumber(redis.call('HGET', KEYS[3], 'wb') or 0)
local size = #ARGV[5] + COST + (n > 1 and had or 0)
while n > 1 and (n > 1000 or size > 1048576) do
  size = size - #redis.call('LPOP', KEYS[2]) - COST
  n = n - 1
end
redis.call('HSET', KEYS[3], 'wb', size)
redis.call('PEXPIRE', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[3], ARGV[1])
keep(KEYS[1], s[3] or s[4], size - had, ARGV[1], tonumber(ARGV[6]))
return ''`);
