/**
 * Lua scripts for tasks in the Redis store. The records of tasks and the list
 * of an owner's tasks may be in different slots of a cluster.
 */
import { withLedger } from "./ledger.js";

/**
 * Version of the format of task records. A record of another version is
 * ignored.
 */
export const TASK_FORM = "1";

/**
 * Returns `script`, preceded by code that reads the record of a task into `r`.
 */
function ofTask(script: string): string {
  return `
local found = redis.call('GET', KEYS[1])
local ok, r = pcall(cjson.decode, found or '')
if not ok or type(r) ~= 'table' or (r.f or '1') ~= '${TASK_FORM}' then return 0 end
${script}`;
}

/**
 * Adds a new task to the list of its owner's tasks and to the ledger (counter
 * of stored bytes). Returns 0 if a limit does not allow the task.
 *
 * Arguments (ARGV):
 * 1. maximum number of tasks
 * 2. lifetime in milliseconds (empty: unlimited)
 * 3. entry for the task
 * 4. id
 * 5. client to which limits apply
 * 6. owner
 * 7. bytes
 * 8. maximum bytes
 */
export const TASK_STEP: string = /*@__PURE__*/ withLedger(`
local at, h, m, more = now(), ARGV[5], ARGV[6], tonumber(ARGV[7])
purge(at)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', at)
local own = redis.call('ZCARD', KEYS[1])
local room = ARGV[1] - math.max(own, score(':n', h))
if m ~= h then room = half(own, room) end
if room < 1 or not fits(h, m, more, tonumber(ARGV[8])) then return 0 end
local ends = ARGV[2] == '' and '+inf' or at + ARGV[2]
add(ARGV[4], h, more, ends, nil, m)
redis.call('ZADD', KEYS[1], ends, ARGV[3])
local top = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
if top == 'inf' then redis.call('PERSIST', KEYS[1])
else redis.call('PEXPIREAT', KEYS[1], top) end
return 1`);

/**
 * Sets the number of bytes of a task in the ledger (counter of stored bytes).
 * Returns 0 if the limit does not allow this number.
 *
 * Arguments (ARGV):
 * 1. id
 * 2. client to which limits apply
 * 3. owner
 * 4. bytes
 * 5. lifetime in milliseconds (empty: unlimited)
 * 6. maximum bytes
 */
export const WEIGH_TASK_STEP: string = /*@__PURE__*/ withLedger(`
local had, at = read(ARGV[1]), now()
local more = ARGV[4] - had
purge(at)
if not fits(ARGV[2], ARGV[3], more, tonumber(ARGV[6])) then return 0 end
local ends = ARGV[5] == '' and '+inf' or at + ARGV[5]
add(ARGV[1], ARGV[2], more, had == 0 and ends, nil, ARGV[3])
return 1`);

/**
 * Stores the record of a task.
 *
 * Arguments (ARGV):
 * 1. record as JSON
 * 2. lifetime in milliseconds (empty: unlimited)
 */
export const KEEP_TASK_STEP: string = `
if ARGV[2] == '' then return redis.call('SET', KEYS[1], ARGV[1]) end
return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`;

/**
 * Replaces the record of a task, and publishes a message about the change. Does
 * nothing if the record does not have the expected number of changes.
 *
 * Arguments (ARGV):
 * 1. record as JSON
 * 2. expected number
 * 3. channel of all processes
 * 4. message to publish
 */
export const MOVE_TASK_STEP: string = /*@__PURE__*/ ofTask(`
if (r.v or 0) ~= tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1`);

/**
 * Deletes a task and publishes a message about the deletion, unless the task
 * has one of the listed owners.
 *
 * Arguments (ARGV):
 * 1. channel of all processes
 * 2. message to publish
 * 3 and later: the owners whose tasks must not be deleted
 */
export const DROP_TASK_STEP: string = /*@__PURE__*/ ofTask(`
for a = 3, #ARGV do if ARGV[a] == r.owner then return false end end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[1], ARGV[2])
return { r.owner, r.task.createdAt }`);

/** Returns the records of several tasks. */
export const READ_TASKS_STEP: string = `return redis.call('MGET', unpack(KEYS))`;

export const NAMES_STEP: string = `return redis.call('ZRANGE', KEYS[1], 0, -1)`;

/**
 * Removes a task from the list of its owner's tasks and from the ledger
 * (counter of stored bytes).
 *
 * Arguments (ARGV):
 * 1. entry for the task
 * 2. id
 */
export const FORGET_STEP: string = /*@__PURE__*/ withLedger(`
forget(ARGV[2])
return redis.call('ZREM', KEYS[1], ARGV[1])`);
