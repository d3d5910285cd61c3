/**
 * Lua functions that count the bytes that the store keeps for each client and
 * for all clients. The last key of a script is the key of the ledger.
 *
 * Keys of a ledger: the hash `L` has the bytes, the expiry and the client of each
 * item, and the bytes of all items in the field with an empty name. The sorted
 * set `L:x` has the expiry of each item, `L:o:CLIENT` the expiry of each item
 * of a client, and `L:h` the bytes of each client.
 */
const LEDGER = `
local L = KEYS[#KEYS]
local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end
local function read(item)
  local e = redis.call('HMGET', L, item, '')
  local b, ends, h = string.match(e[1] or '', '^(%d+) (%S+) (.*)$')
  return tonumber(b or 0), ends, h, tonumber(e[2] or 0)
end
local function expire(h)
  -- Only the ledgers of a cluster have names that end in this way.
  if string.sub(L, -2) ~= ':q' then return end
  local top = redis.call('ZREVRANGE', L .. ':x', 0, 0, 'WITHSCORES')[2]
  for _, key in ipairs({ L, L .. ':x', L .. ':h', L .. ':o:' .. h }) do
    if top == 'inf' then redis.call('PERSIST', key)
    elseif top then redis.call('PEXPIREAT', key, top) end
  end
end
-- Returns the bytes of all items and of the client, and whether the item is new.
-- An expiry that is not before \`least\` stays.
local function add(item, holder, by, ends, least)
  local had, old, h, all = read(item)
  h = h or holder
  by = math.max(by, -had)
  if not h or by == 0 and had == 0 then return all, 0 end
  local used = tonumber(redis.call('ZINCRBY', L .. ':h', by, h))
  if used <= 0 then redis.call('ZREM', L .. ':h', h) end
  if had + by == 0 then
    redis.call('HDEL', L, item)
    redis.call('HSET', L, '', all + by)
    redis.call('ZREM', L .. ':x', item)
    redis.call('ZREM', L .. ':o:' .. h, item)
    return all + by, used
  end
  if not ends or (least and old and tonumber(old) >= least) then ends = old end
  redis.call('HSET', L, '', all + by, item, (had + by) .. ' ' .. ends .. ' ' .. h)
  if ends ~= old then
    redis.call('ZADD', L .. ':x', ends, item)
    redis.call('ZADD', L .. ':o:' .. h, ends, item)
    expire(h)
  end
  return all + by, used, had == 0
end
local function forget(item) add(item, nil, -math.huge) end
local function purge(at)
  local items = redis.call('ZRANGEBYSCORE', L .. ':x', '-inf', at, 'LIMIT', 0, 100)
  for _, item in ipairs(items) do forget(item) end
end
local function fits(holder, more, max)
  local used = tonumber(redis.call('ZSCORE', L .. ':h', holder) or 0)
  local all = tonumber(redis.call('HGET', L, '') or 0)
  return more <= 0 or more <= max - all - used
end
`;

/**
 * Lua functions that limit the bytes of messages. An item of the ledger is a
 * session with the events of its streams and its queue of messages. In the hash
 * of a session's streams, the field `b` after the id of a stream has the bytes
 * of the stream. The queue of messages is the stream `w`.
 */
const MESSAGES = `
local COST = 100
local function each(command, key, list)
  for a = 1, #list, 1000 do
    redis.call(command, key, unpack(list, a, math.min(a + 999, #list)))
  end
end
local function shrink(session)
  local streams, all, live, ended = session .. ':s', {}, {}, {}
  local flat = redis.call('HGETALL', streams)
  for a = 1, #flat, 2 do all[flat[a]] = flat[a + 1] end
  for field in pairs(all) do
    local i = string.match(field, '^(.*)b$')
    local list = i and all[i .. 'e'] and ended or live
    if i then list[#list + 1] = i end
  end
  local keys, fields, freed = {}, {}, 0
  for _, i in ipairs(#ended > 0 and ended or live) do
    keys[#keys + 1] = session .. ':' .. i
    freed = freed + tonumber(all[i .. 'b'])
    for _, part in ipairs(#ended > 0 and { 'b', 'w', 'r', 'i', 'n', 'e' } or { 'b' }) do
      fields[#fields + 1] = i .. part
    end
  end
  each('DEL', keys[1], keys)
  each('HDEL', streams, fields)
  add(session, nil, freed == 0 and -math.huge or -freed)
end
-- One client may use half of the limit. At a limit, the client with the most
-- bytes loses its oldest messages.
local function limit(max)
  for _ = 1, 100 do
    local top = redis.call('ZREVRANGE', L .. ':h', 0, 0, 'WITHSCORES')
    local all = tonumber(redis.call('HGET', L, '') or 0)
    if not top[1] or (all <= max and tonumber(top[2]) <= max / 2) then return end
    local item = redis.call('ZRANGE', L .. ':o:' .. top[1], 0, 0)[1]
    if not item then return end
    shrink(item)
  end
end
local function keep(session, holder, more, life, max)
  local at = now()
  -- The expiry is rounded up, so that most writes do not change it.
  local ends = at + math.ceil(life * 1.125)
  local all, used, isNew = add(session, holder, more, ends, at + life)
  local full = all > max or used > max / 2
  if isNew or full then purge(at) end
  if full then limit(max) end
end
`;

/** Returns a script that may call the functions of the ledger. */
export function withLedger(script: string): string {
  return LEDGER + script;
}

/** Adds the Lua functions that limit messages to a script. */
export function withMessages(script: string): string {
  return LEDGER + MESSAGES + script;
}
