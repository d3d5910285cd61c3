/**
 * Lua functions that count the bytes that the store keeps for each client and
 * for all clients. The last key of a script is the key of the ledger.
 *
 * Keys of a ledger: the hash `L` has the bytes and the client of each item, and
 * the bytes of all items in the field with an empty name. The sorted set `L:x`
 * has the expiry of each item, `L:o:CLIENT` the expiry of each item of a
 * client, and `L:h` the bytes of each client.
 */
const LEDGER = `
local L = KEYS[#KEYS]
local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end
local function bytes(item)
  local b, h = string.match(redis.call('HGET', L, item) or '', '^(%d+) (.*)$')
  return tonumber(b or 0), h
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
local function add(item, holder, by, ends)
  local had, h = bytes(item)
  h = h or holder
  by = math.max(by, -had)
  if not h or by == 0 and had == 0 then return end
  redis.call('HINCRBY', L, '', by)
  local used = tonumber(redis.call('ZINCRBY', L .. ':h', by, h))
  if used <= 0 then redis.call('ZREM', L .. ':h', h) end
  if had + by == 0 then
    redis.call('HDEL', L, item)
    redis.call('ZREM', L .. ':x', item)
    redis.call('ZREM', L .. ':o:' .. h, item)
    return
  end
  redis.call('HSET', L, item, (had + by) .. ' ' .. h)
  if ends then
    redis.call('ZADD', L .. ':x', ends, item)
    redis.call('ZADD', L .. ':o:' .. h, ends, item)
    expire(h)
  end
end
local function forget(item) add(item, nil, -math.huge) end
local function purge(at)
  local items = redis.call('ZRANGEBYSCORE', L .. ':x', '-inf', at, 'LIMIT', 0, 100)
  for _, item in ipairs(items) do forget(item) end
end
local function total() return tonumber(redis.call('HGET', L, '') or 0) end
local function fits(holder, more, max)
  local used = tonumber(redis.call('ZSCORE', L .. ':h', holder) or 0)
  return more <= 0 or more <= max - total() - used
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
  if freed == 0 then forget(session) else add(session, nil, -freed) end
end
-- One client may use half of the limit. At a limit, the client with the most
-- bytes loses its oldest messages.
local function limit(max)
  for _ = 1, 100 do
    local top = redis.call('ZREVRANGE', L .. ':h', 0, 0, 'WITHSCORES')
    if not top[1] or (total() <= max and tonumber(top[2]) <= max / 2) then return end
    local item = redis.call('ZRANGE', L .. ':o:' .. top[1], 0, 0)[1]
    if not item then return end
    shrink(item)
  end
end
local function keep(session, holder, more, life, max)
  local at = now()
  purge(at)
  add(session, holder, more, at + life)
  limit(max)
end
`;

/** Returns a script that may call the functions of the ledger. */
export function withLedger(script: string): string {
  return LEDGER + script;
}

/** Returns a script that may call the functions that limit messages. */
export function withMessages(script: string): string {
  return LEDGER + MESSAGES + script;
}
