/**
 * Lua scripts for processes, notifications for all clients, the shared secret,
 * and rate limits. Each script runs in the Redis store as one atomic step.
 */

/**
 * Version of the format of messages between processes, and of stored
 * notifications for all clients. A message of another version is ignored.
 * Scripts repeat this value as literal text, because bundlers cannot remove an
 * unused template string that contains a variable.
 */
export const MESSAGE_FORM = "1";

/**
 * Version of the format of rate limits. The version is part of the key of a
 * rate limit, so that a rate limit of another version is ignored.
 */
export const RATE_FORM = "1";

/**
 * Sets the lease of a process and publishes a heartbeat.
 *
 * Arguments (ARGV):
 * 1. lifetime of the lease in milliseconds
 * 2. channel of all processes
 * 3. message to publish
 */
export const BEAT_STEP: string = `
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
return redis.call('PUBLISH', ARGV[2], ARGV[3])`;

export const ALIVE_STEP: string = `return redis.call('EXISTS', KEYS[1])`;

/**
 * Deletes the lease of a process that ends, and publishes a message about the
 * end.
 *
 * Arguments (ARGV):
 * 1. channel of all processes
 * 2. message to publish
 */
export const BYE_STEP: string = `
redis.call('DEL', KEYS[1])
return redis.call('PUBLISH', ARGV[1], ARGV[2])`;

/**
 * Publishes a message to one process. In a Redis cluster, the key of the script
 * selects the Redis node.
 *
 * Arguments (ARGV):
 * 1. channel
 * 2. message
 */
export const TELL_ONE_STEP: string = `return redis.call('PUBLISH', ARGV[1], ARGV[2])`;

/**
 * Stores a notification for all clients, such as a list change, and publishes
 * it.
 *
 * Arguments (ARGV):
 * 1. channel of all processes
 * 2. notification as an encoded message
 * 3. maximum length of a notification that is stored
 */
export const CHANGE_STEP: string = `
local n = redis.call('INCR', KEYS[1])
if #ARGV[2] <= tonumber(ARGV[3]) then
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', 1000, '0-' .. n, 'd', ARGV[2])
end
redis.call('PUBLISH', ARGV[1], cjson.encode({
  f = '1', t = 'change', n = n, c = ARGV[2]
}))
return n`;

/** Returns the last 1,000 notifications for all clients, newest first. */
export const CHANGES_STEP: string = `return redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1000)`;

/**
 * Returns the secret that all processes share.
 *
 * Arguments (ARGV):
 * 1. secret to store if the store has none
 */
export const SECRET_STEP: string = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])`;

/**
 * Takes tokens from a rate limit (token bucket) that all processes share.
 * Returns the number of tokens left.
 *
 * Arguments (ARGV):
 * 1. tokens to take
 * 2. burst
 * 3. tokens per millisecond
 * 4. lifetime in milliseconds
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
