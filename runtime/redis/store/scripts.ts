/**
 * Lua scripts that run in the Redis store, each as one atomic step. The store
 * keys of a session contain the session id in braces, so that a Redis cluster
 * keeps them in one slot.
 *
 * Hash fields of a session record: `o` owner, `n` number of the last change,
 * `f` version of the record format, `i` message that opened the session, `c`
 * scopes, `v` protocol revision, `p` whether the session is initialized, `l`
 * log level, `u…` subscribed URIs, `g` process to which the client listens, `s`
 * number of the last list change that was sent to the client.
 *
 * Hash fields of the streams of a session, each after the id of the stream: `w`
 * process that writes the stream, `r` process from which the client reads the
 * stream, `i` ids of the requests that the stream answers, `n` number of the
 * last event, `e` whether the stream has ended.
 */

/**
 * Start of a script that reads the session record. The record is an empty list
 * if the caller already knows its current version. Ends the script if the
 * session does not exist or has another owner.
 */
const RECORD_STEP = `
local function record()
  local o = redis.call('HMGET', KEYS[1], 'o', 'n')
  if not o[2] or o[1] ~= ARGV[1] then return nil end
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  if o[2] == ARGV[2] then return {} end
  return redis.call('HGETALL', KEYS[1])
end
local r = record()
if not r then return false end
`;

/**
 * Lua function that registers the calling process as the holder of the client's
 * GET stream. Returns the last list change that the client received, and the
 * queued messages.
 */
const HEAR_STEP = `
local function hear(w, me, channel, away, seen)
  local g = redis.call('HGET', KEYS[1], 'g')
  if g and g ~= me then redis.call('PUBLISH', channel .. g, away) end
  local s = redis.call('HGET', KEYS[1], 's')
  redis.call('HSET', KEYS[1], 'g', me, 's', seen)
  local waiting = redis.call('LRANGE', w, 0, -1)
  redis.call('DEL', w)
  return s or '0', waiting
end
`;

/**
 * Returns a script that first reads the session record. The script may call the
 * Lua function `hear`, which registers the calling process.
 */
function ofSession(script: string): string {
  return RECORD_STEP + HEAR_STEP + script;
}

/**
 * Extends the lifetime of a session and publishes messages to other processes.
 * ARGV: owner, known version, lifetime in ms, then pairs of channel and
 * message.
 */
export const TOUCH_STEP: string = /*@__PURE__*/ ofSession(`
for a = 4, #ARGV, 2 do redis.call('PUBLISH', ARGV[a], ARGV[a + 1]) end
return r`);

/**
 * Registers a process as the holder of the GET stream of a session's client.
 * ARGV: owner, known version, lifetime in ms, process, channel prefix, message
 * to the previous process, number of the last list change that the client
 * receives.
 */
export const LISTEN_STEP: string = /*@__PURE__*/ ofSession(`
local s, w = hear(KEYS[2], ARGV[4], ARGV[5], ARGV[6], ARGV[7])
return { r, s, w }`);

/**
 * Lets a client resume a stream in another process. ARGV: owner, known version,
 * lifetime in ms, process, channel prefix, message to the process the client
 * listened to, number of the last list change, stream, process that has ended,
 * message to the previous reader of the stream.
 */
export const RESUME_STEP: string = /*@__PURE__*/ ofSession(`
local me, channel, i = ARGV[4], ARGV[5], ARGV[8]
local m = redis.call('HMGET', KEYS[3], i .. 'w', i .. 'r', i .. 'i', i .. 'n', i .. 'e')
if not m[1] then return { r } end
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
if m[3] == '[]' then s, w = hear(KEYS[2], me, channel, ARGV[6], ARGV[7]) end
return { r, writer, m[3], m[4] or '0', m[5] or '', s, w }`);

/**
 * Appends events to a stream. ARGV: stream, process, lifetime in ms, channel
 * prefix, request ids, end mark, number of the last list change that the client
 * received, number of the first event to keep, session, ids of dropped streams
 * as JSON, then pairs of event number and event.
 */
export const APPEND_STEP: string = `
local i, me = ARGV[1], ARGV[2]
if redis.call('EXISTS', KEYS[1]) == 0 then return 'gone' end
if ARGV[10] ~= '' then
  for _, d in ipairs(cjson.decode(ARGV[10])) do
    if redis.call('HGET', KEYS[2], d .. 'w') == me then
      redis.call('HDEL', KEYS[2], d .. 'w', d .. 'r', d .. 'i', d .. 'n', d .. 'e')
      redis.call('DEL', KEYS[1] .. ':' .. d)
    end
  end
end
local m = redis.call('HMGET', KEYS[2], i .. 'w', i .. 'r', i .. 'e', i .. 'n')
if m[1] and m[1] ~= me then return 'moved' end
if m[3] then return 'ended' end
if not m[1] then
  redis.call('HSET', KEYS[2], i .. 'w', me, i .. 'i', ARGV[5])
end
local last, sent = tonumber(m[4] or '0'), {}
for a = 11, #ARGV, 2 do
  -- What seemed to fail may have been done.
  if tonumber(ARGV[a]) > last then
    redis.call('XADD', KEYS[3], '0-' .. ARGV[a], 'd', ARGV[a + 1])
    sent[#sent + 1] = { tonumber(ARGV[a]), ARGV[a + 1] }
  end
end
if #sent > 0 then
  redis.call('HSET', KEYS[2], i .. 'n', ARGV[#ARGV - 1])
  redis.call('PEXPIRE', KEYS[3], ARGV[3])
end
if ARGV[8] ~= '' then
  redis.call('XTRIM', KEYS[3], 'MINID', '0-' .. ARGV[8])
end
redis.call('PEXPIRE', KEYS[2], ARGV[3])
if ARGV[7] ~= '' then redis.call('HSET', KEYS[1], 's', ARGV[7]) end
if ARGV[6] ~= '' then redis.call('HSET', KEYS[2], i .. 'e', '1') end
if m[2] and m[2] ~= me and (#sent > 0 or ARGV[6] ~= '') then
  redis.call('PUBLISH', ARGV[4] .. m[2], cjson.encode({
    t = 'event', s = ARGV[9], i = i, e = sent, x = ARGV[6]
  }))
end
return 'ok'`;

/** Reads up to 100 events of a stream. ARGV: number of the first event. */
export const READ_STEP: string = `return redis.call('XRANGE', KEYS[1], '0-' .. ARGV[1], '+', 'COUNT', 100)`;

/**
 * Creates a session record. ARGV: lifetime in ms, then pairs of field and
 * value.
 */
export const OPEN_STEP: string = `
redis.call('HSET', KEYS[1], 'n', '1', unpack(ARGV, 2))
return redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/**
 * Changes fields of a session record. ARGV: pairs of field and value. An empty
 * value removes the field.
 */
export const SAVE_STEP: string = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for a = 1, #ARGV, 2 do
  if ARGV[a + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[a])
  else redis.call('HSET', KEYS[1], ARGV[a], ARGV[a + 1]) end
end
return redis.call('HINCRBY', KEYS[1], 'n', 1)`;

/**
 * Deletes a session with its streams, and publishes a message to all processes.
 * ARGV: channel of all processes, message, maximum remaining lifetime in ms at
 * which the session may be deleted (empty: always).
 */
export const END_STEP: string = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if ARGV[3] ~= '' and redis.call('PTTL', KEYS[1]) > tonumber(ARGV[3]) then return 0 end
for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
  if string.sub(field, -1) == 'w' then
    redis.call('DEL', KEYS[1] .. ':' .. string.sub(field, 1, -2))
  end
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('PUBLISH', ARGV[1], ARGV[2])
return 1`;

/**
 * Extends the lifetime of a session while one of its requests is running. ARGV:
 * lifetime in ms.
 */
export const KEEP_STEP: string = `return redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/**
 * Unregisters a process as the holder of the GET stream of a session's client.
 * ARGV: process, number of the last list change that the client received.
 */
export const LEAVE_STEP: string = `
if redis.call('HGET', KEYS[1], 'g') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 's', ARGV[2])
return redis.call('HDEL', KEYS[1], 'g')`;

/**
 * Publishes a message to the process that holds the GET stream of a session's
 * client. If there is none, queues the message. ARGV: lifetime in ms, channel
 * prefix, process to skip, message to publish, message to queue.
 */
export const TELL_STEP: string = `
if redis.call('EXISTS', KEYS[1]) == 0 then return '' end
local g = redis.call('HGET', KEYS[1], 'g')
if g and g ~= ARGV[3] then
  redis.call('PUBLISH', ARGV[2] .. g, ARGV[4])
  return g
end
redis.call('RPUSH', KEYS[2], ARGV[5])
redis.call('LTRIM', KEYS[2], -1000, -1)
redis.call('PEXPIRE', KEYS[2], ARGV[1])
return ''`;

/**
 * Sets the lease of a process and publishes a heartbeat. ARGV: lifetime of the
 * lease in ms, channel of all processes, message to publish.
 */
export const BEAT_STEP: string = `
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
return redis.call('PUBLISH', ARGV[2], ARGV[3])`;

export const ALIVE_STEP: string = `return redis.call('EXISTS', KEYS[1])`;

/**
 * Deletes the lease of a process that ends, and publishes a message about the
 * end. ARGV: channel of all processes, message to publish.
 */
export const BYE_STEP: string = `
redis.call('DEL', KEYS[1])
return redis.call('PUBLISH', ARGV[1], ARGV[2])`;

/**
 * Publishes a message to one process. The key of the script selects the cluster
 * node. ARGV: channel, message.
 */
export const TELL_ONE_STEP: string = `return redis.call('PUBLISH', ARGV[1], ARGV[2])`;

/**
 * Stores a notification for all clients, such as a list change, and publishes
 * it. ARGV: channel of all processes, notification as JSON.
 */
export const CHANGE_STEP: string = `
local n = redis.call('INCR', KEYS[1])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', 1000, '0-' .. n, 'd', ARGV[2])
redis.call('PUBLISH', ARGV[1], cjson.encode({
  t = 'change', n = n, c = ARGV[2]
}))
return n`;

/** Returns the last 1,000 notifications for all clients, newest first. */
export const CHANGES_STEP: string = `return redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1000)`;

/**
 * Returns the secret that all processes share. ARGV: secret to store if the
 * store has none.
 */
export const SECRET_STEP: string = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])`;

/**
 * Adds a new task to the list of its owner's tasks. Returns 0 if the owner
 * already has the maximum number of tasks. ARGV: maximum number of tasks,
 * lifetime in ms (empty: unlimited), entry for the task.
 */
export const TASK_STEP: string = `
local time = redis.call('TIME')
local now = time[1] * 1000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2] == '' and '+inf' or now + ARGV[2], ARGV[3])
if ARGV[2] == '' then redis.call('PERSIST', KEYS[1])
elseif redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1`;

/**
 * Stores the record of a task. ARGV: record as JSON, lifetime in ms (empty:
 * unlimited).
 */
export const KEEP_TASK_STEP: string = `
if ARGV[2] == '' then return redis.call('SET', KEYS[1], ARGV[1]) end
return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`;

/**
 * Replaces the record of a task if the task still has the expected status, and
 * publishes a message about it. ARGV: record as JSON, expected status, channel
 * of all processes, message to publish.
 */
export const MOVE_TASK_STEP: string = `
local found = redis.call('GET', KEYS[1])
if not found or cjson.decode(found).task.status ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1`;

/**
 * Deletes a task and publishes a message about it, unless the task has one of
 * the listed owners. ARGV: channel of all processes, message to publish, then
 * the owners whose tasks must not be deleted.
 */
export const DROP_TASK_STEP: string = `
local found = redis.call('GET', KEYS[1])
if not found then return false end
local record = cjson.decode(found)
for a = 3, #ARGV do if ARGV[a] == record.owner then return false end end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[1], ARGV[2])
return { record.owner, record.task.createdAt }`;

export const GET_STEP: string = `return redis.call('GET', KEYS[1])`;

export const NAMES_STEP: string = `return redis.call('ZRANGE', KEYS[1], 0, -1)`;

/**
 * Removes a task from the list of its owner's tasks. ARGV: entry for the task.
 */
export const FORGET_STEP: string = `return redis.call('ZREM', KEYS[1], ARGV[1])`;

/**
 * Takes tokens from a rate limit (token bucket) that all processes share.
 * Returns the number of tokens left. ARGV: tokens to take, burst, tokens per
 * ms, lifetime in ms.
 */
export const SPEND_STEP: string = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local b = redis.call('HMGET', KEYS[1], 't', 'a')
local burst, per = tonumber(ARGV[2]), tonumber(ARGV[3])
local left = burst
if b[1] then left = math.min(burst, b[1] + math.max(0, now - b[2]) * per) end
left = left - ARGV[1]
redis.call('HSET', KEYS[1], 't', tostring(left), 'a', now)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return tostring(left)`;
