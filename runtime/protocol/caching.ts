/**
 * Result cache of a client. While a cached result is fresh, it is returned
 * without sending the request.
 */
import { BAD_PARAMS } from "../json-rpc/constants.js";
import { McpError } from "../json-rpc/messages/errors.js";
import { isObject } from "../validation/guards.js";
import { ResultCache } from "./result-cache.js";
import { sortedJson } from "../json-rpc/messages/messages.js";
import type { Connection } from "./connection/connection.js";
import type { Endpoint } from "./endpoint.js";
import type { Handlers } from "./lifecycle.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { RequestOptions } from "../json-rpc/requests.js";

const READ_METHOD = "resources/read";

/**
 * Methods whose cached results a notification invalidates. The key is the
 * method of the notification.
 */
const STALE: { readonly [notification: string]: readonly string[] } = {
  "notifications/tools/list_changed": ["tools/list"],
  "notifications/prompts/list_changed": ["prompts/list"],
  "notifications/resources/list_changed": [
    "resources/list",
    "resources/templates/list",
  ],
  "notifications/resources/updated": [READ_METHOD],
};

/**
 * Caches that the user passed to clients, by the client's endpoint. The value
 * is false if the user disabled caching.
 */
const cachesByEndpoint = /*@__PURE__*/ new WeakMap<
  Endpoint,
  ResultCache | false
>();
/** Cache of each connection. No other client shares this cache. */
const privateCaches = /*@__PURE__*/ new WeakMap<Connection, PrivateCache>();
/**
 * Results that must not be cached, because they depend on more than the
 * request. For example, they may depend on the user's input.
 */
const uncacheable = /*@__PURE__*/ new WeakSet<object>();

class PrivateCache {
  readonly cache = new ResultCache();
  /**
   * Marker of each method. Every invalidation of the method's cached results
   * replaces the marker. If the marker changes during a request, the result of
   * the request is not cached.
   */
  readonly changes: Map<string, symbol> = new Map();
}

/**
 * Returns the client's handlers. The handlers of change notifications are
 * extended: they also invalidate cached results.
 */
export function withInvalidation(
  endpoint: Endpoint,
  handlers: Handlers,
  cache: ResultCache | false | undefined,
): Handlers {
  if (cache !== undefined) cachesByEndpoint.set(endpoint, cache);
  const invalidators = Object.entries(STALE).map(([notification, methods]) => {
    const user = handlers[notification];
    const handler = (params: Params, connection: Connection): unknown => {
      for (const method of methods) invalidate(connection, method, params?.uri);
      return user?.(params as never, connection as never);
    };
    return [notification, handler];
  });
  return { ...handlers, ...(Object.fromEntries(invalidators) as Handlers) };
}

/**
 * Marks a result that depends on the user's input, so that the result is not
 * cached.
 */
export function doNotCache(result: object): object {
  uncacheable.add(result);
  return result;
}

/**
 * Returns the cached result of a request if the result is fresh. Otherwise
 * calls `send`, caches its result if possible, and returns the result.
 */
export async function cached(
  connection: Connection,
  method: string,
  params: Params | undefined,
  options: RequestOptions | undefined,
  send: () => Promise<object>,
): Promise<object> {
  const cache = cachesByEndpoint.get(connection.endpoint);
  const { cacheable } = connection.endpoint.protocol;
  if (
    cache === false ||
    !cacheable?.includes(method) ||
    params?.inputResponses !== undefined ||
    params?.requestState !== undefined
  ) {
    return send();
  }
  options?.signal?.throwIfAborted();
  const privateCache = getPrivateCache(connection);
  const { transport } = connection;
  const user = await transport.credentials?.();
  // Several clients may share one cache, even clients of different servers. The
  // key therefore contains the server's address; a name would not be safe,
  // because servers choose their names themselves.
  const { address } = transport;
  const shared = address === undefined ? undefined : cache;
  const key = sortedJson([method, params, address]);
  const privateKey = sortedJson([method, params, user]);
  if (options?.fresh !== true) {
    const found = privateCache.cache.get(privateKey) ?? shared?.get(key);
    if (found) return found;
  }
  const changes = privateCache.changes.get(method);
  const result = await send().catch((error: unknown) => {
    // If a server rejects a cursor, the list has probably changed. All cached
    // pages of the list are then outdated, so they are invalidated.
    if (params?.cursor !== undefined && isRefusal(error)) {
      invalidate(connection, method);
    }
    throw error;
  });
  const { ttlMs, cacheScope } = result as {
    readonly ttlMs?: unknown;
    readonly cacheScope?: unknown;
  };
  if (typeof ttlMs !== "number" || !(ttlMs > 0) || uncacheable.has(result))
    return result;
  // A notification invalidated the method's results while the request was
  // pending, so this result may be outdated.
  if (privateCache.changes.get(method) !== changes) return result;
  if (shared && cacheScope === "public") {
    shared.set(key, method, params, result, ttlMs);
  } else if ((await transport.credentials?.()) === user) {
    privateCache.cache.set(privateKey, method, params, result, ttlMs);
  }
  return result;
}

function getPrivateCache(connection: Connection): PrivateCache {
  const known = privateCaches.get(connection);
  if (known) return known;
  const created = new PrivateCache();
  privateCaches.set(connection, created);
  return created;
}

/**
 * Invalidates the cached results of a method. For `resources/read`, invalidates
 * only the results for `uri` or for a resource that contains `uri`.
 */
function invalidate(
  connection: Connection,
  method: string,
  uri?: unknown,
): void {
  const { cache, changes } = getPrivateCache(connection);
  changes.set(method, Symbol());
  const shared = cachesByEndpoint.get(connection.endpoint);
  for (const target of [cache, shared]) {
    if (!target) continue;
    target.drop(method, (params) => {
      return method !== READ_METHOD || concernsResource(params, uri);
    });
  }
}

/**
 * Returns true if the params contain the URI `uri`, or the URI of a resource
 * that contains `uri`. For example, `file:///a` contains `file:///a/b`.
 */
function concernsResource(params: unknown, uri: unknown): boolean {
  if (!isObject(params) || uri === undefined) return true;
  const whole = String(params.uri);
  const folder = whole.endsWith("/") ? whole : `${whole}/`;
  return uri === whole || String(uri).startsWith(folder);
}

function isRefusal(error: unknown): boolean {
  return error instanceof McpError && error.code === BAD_PARAMS;
}
