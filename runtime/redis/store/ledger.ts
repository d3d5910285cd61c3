/**
 * Version of the format of ledgers, which count the bytes that are stored for
 * clients. The key of a ledger contains the version, so that a ledger of
 * another version is ignored.
 */
export const LEDGER_FORM = "1";

/**
 * Lua functions of the ledger, which counts the bytes that the store keeps for
 * each client and for all clients. The last key of a script is the key `L` of
 * the ledger.
 *
 * An item of the ledger is a session (with its messages) or a task. An item
 * counts for its client, and for one member of this client. The member of a
 * session is the session itself; the member of a task is its owner. The ledger
 * has these keys:
 *
 * - hash `L`: for each item, its bytes, expiry, client and member; the field
 *   with an empty name has the bytes of all items
 * - sorted set `L:x`: expiry of each item
 * - sorted set `L:h`: bytes of each client
 * - sorted set `L:n`: number of items of each client
 * - sorted set `L:o:CLIENT`: bytes of each member of a client
 */
const LEDGER = `
local L = KEYS[#KEYS]
local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end
local function read(item)
  local e = redis.call('HMGET', L, item, '')
  local b, ends, size, names = string.match(e[1] or '', '^(%d+) (%S+) (%d+) (.*)$')
  if not b then return 0, nil, nil, nil, tonumber(e[2] or 0) end
  local m = string.sub(names, size + 1)
  return tonumber(b), ends, string.sub(names, 1, size), m ~= '' and m or item, tonumber(e[2] or 0)
end
local function increase(key, name, by)
  local sum = tonumber(redis.call('ZINCRBY', L .. key, by, name))
  if sum <= 0 then redis.call('ZREM', L .. key, name) end
  return sum
end
local function expire(h)
  local top = redis.call('ZREVRANGE', L .. ':x', 0, 0, 'WITHSCORES')[2]
  for _, key in ipairs({ '', ':x', ':h', ':n', ':o:' .. h }) do
    if top == 'inf' then redis.call('PERSIST', L .. key)
    elseif top then redis.call('PEXPIREAT', L .. key, top) end
  end
end
-- Returns the bytes of all items and of the client, and whether the item is new.
-- An expiry that is not before \`least\` stays. Without \`member\`, the item is
-- the member.
local function add(item, holder, by, ends, least, member)
  local had, old, h, m, all = read(item)
  if not h then h, m = holder, member or item end
  by = math.max(by, -had)
  if not h or by == 0 and had == 0 then return all, 0 end
  all = all + by
  local used = increase(':h', h, by)
  increase(':o:' .. h, m, by)
  if had + by == 0 then
    increase(':n', h, -1)
    redis.call('ZREM', L .. ':x', item)
    if all <= 0 then redis.call('DEL', L)
    else
      redis.call('HDEL', L, item)
      redis.call('HSET', L, '', all)
    end
    return all, used
  end
  if had == 0 then increase(':n', h, 1) end
  if not ends or (least and old and tonumber(old) >= least) then ends = old end
  local names = #h .. ' ' .. h .. (m ~= item and m or '')
  redis.call('HSET', L, '', all, item, (had + by) .. ' ' .. ends .. ' ' .. names)
  if ends ~= old then
    redis.call('ZADD', L .. ':x', ends, item)
    expire(h)
  end
  return all, used, had == 0
end
local function forget(item) add(item, nil, -math.huge) end
local function purge(at)
  local items = redis.call('ZRANGEBYSCORE', L .. ':x', '-inf', at, 'LIMIT', 0, 100)
  for _, item in ipairs(items) do forget(item) end
end
local function score(key, name)
  return tonumber(redis.call('ZSCORE', L .. key, name) or 0)
end
-- A client may use half of what other clients leave free, and a member half of
-- what other members leave free for the client.
local function half(used, room) return math.ceil((used + room) / 2) - used end
local function fits(holder, member, more, max)
  local room = max - tonumber(redis.call('HGET', L, '') or 0)
  room = half(score(':h', holder), room)
  if member ~= holder then room = half(score(':o:' .. holder, member), room) end
  return more <= 0 or more <= room
end
`;

/**
 * Lua functions that limit the bytes of messages. An item of the ledger is a
 * session with the events of its streams and its queue of messages. A hash
 * stores the bytes of each stream of a session. Each field name of the hash is
 * the id of a stream and the letter `b`. The queue of messages counts as a
 * stream with the id `w`.
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
-- bytes loses messages of its largest session.
local function limit(max)
  for _ = 1, 100 do
    local top = redis.call('ZREVRANGE', L .. ':h', 0, 0, 'WITHSCORES')
    local all = tonumber(redis.call('HGET', L, '') or 0)
    if not top[1] or (all <= max and tonumber(top[2]) <= max / 2) then return end
    local item = redis.call('ZREVRANGE', L .. ':o:' .. top[1], 0, 0)[1]
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

/** Returns `script`, preceded by the Lua functions of the ledger. */
export function withLedger(script: string): string {
  return LEDGER + script;
}

/**
 * Returns `script`, preceded by the Lua functions that limit the bytes of
 * messages.
 */
export function withMessages(script: string): string {
  return LEDGER + MESSAGES + script;
}
