/**
 * The lifecycle without a handshake: each request says in `_meta` which
 * revision it speaks and what its sender can do, and the server keeps nothing
 * between requests.
 */
import { BAD_PARAMS, ConnectionError, McpError } from "./errors.js";
import { endListens, listen, tellListeners } from "./listen.js";
import { LOG_LEVELS } from "./logging.js";
import { isObject } from "./messages.js";
import type { Call } from "./call.js";
import type { Capabilities } from "./capabilities.js";
import type { Endpoint } from "./endpoint.js";
import type { ListenParams } from "./listen.js";
import type { Lifecycle, Peer, PeerInfo } from "./lifecycle.js";
import type { RequestMessage } from "./messages.js";

const PREFIX = "io.modelcontextprotocol/";
const VERSION = `${PREFIX}protocolVersion`;
const CAPABILITIES = `${PREFIX}clientCapabilities`;
const CLIENT_INFO = `${PREFIX}clientInfo`;
const SERVER_INFO = `${PREFIX}serverInfo`;
const LOG_LEVEL = `${PREFIX}logLevel`;

/** The revision that the request asked for is not served. */
const UNSUPPORTED_VERSION = -32022;

const COMPLETE = "complete";

type Meta = { readonly [key: string]: unknown };

function metaOf(message: RequestMessage): Meta {
  const meta = isObject(message.params) ? message.params._meta : undefined;
  return isObject(meta) ? meta : {};
}

/** What both sides do alike. */
const shared = {
  finish(call: Call, result: object): object {
    const { endpoint } = call.connection;
    return complete(endpoint, call.method, result as Result);
  },

  peer(call: Call): Peer {
    const meta = metaOf(call.message);
    return {
      info: meta[CLIENT_INFO] as PeerInfo | undefined,
      capabilities: (meta[CAPABILITIES] ?? {}) as Capabilities,
      version: meta[VERSION] as string | undefined,
      instructions: undefined,
      logLevel: meta[LOG_LEVEL] as string | undefined,
    };
  },

  logLevel(call: Call) {
    const from = metaOf(call.message)[LOG_LEVEL];
    return typeof from === "string" ? { wanted: true, from } : UNWANTED;
  },
};

const UNWANTED = { wanted: false };

interface Result {
  readonly _meta?: Meta;
  readonly [name: string]: unknown;
}

function complete(endpoint: Endpoint, method: string, result: Result): object {
  const meta = { [SERVER_INFO]: endpoint.info, ...result._meta };
  return endpoint.protocol.cacheable.includes(method)
    ? {
        resultType: COMPLETE,
        ttlMs: 0,
        cacheScope: "private",
        ...result,
        _meta: meta,
      }
    : { resultType: COMPLETE, ...result, _meta: meta };
}

/** The server's side: checks every request, signs every result. */
export const statelessServer: Lifecycle = {
  ...shared,
  answers: true,

  handlers: (endpoint, handlers) => ({
    ...handlers,
    "subscriptions/listen": (params: ListenParams, call: Call) =>
      listen(endpoint.capabilities, params, call),
    "server/discover": () => ({
      supportedVersions: [endpoint.protocol.version],
      capabilities: endpoint.capabilities,
      ...(endpoint.instructions === undefined
        ? {}
        : { instructions: endpoint.instructions }),
    }),
  }),

  admit({ message, connection }) {
    const { version } = connection.endpoint.protocol;
    const supported = [version];
    const meta = metaOf(message);
    const requested = meta[VERSION];
    if (typeof requested !== "string" || !isObject(meta[CAPABILITIES])) {
      const missing = typeof requested === "string" ? CAPABILITIES : VERSION;
      const text = `Invalid params: _meta has no ${missing}; this server speaks ${version}`;
      throw new McpError(BAD_PARAMS, text, { supported });
    }
    if (requested !== version) {
      const text = `Unsupported protocol version: ${requested}`;
      throw new McpError(UNSUPPORTED_VERSION, text, { supported, requested });
    }
    const level = meta[LOG_LEVEL];
    if (level !== undefined && !LOG_LEVELS.includes(level as string)) {
      throw new McpError(BAD_PARAMS, `Not a log level: ${String(level)}`);
    }
  },

  allow(_connection, method) {
    if (method.startsWith("notifications/")) return;
    const text = `A server must not send requests at this revision: ${method}`;
    throw new ConnectionError("lifecycle", text);
  },

  outgoing: (_endpoint, params) => params,
  incoming: (_endpoint, _method, result) => result,
  broadcast: tellListeners,
  closing: endListens,

  ask(_call, method) {
    const text = `${method} cannot be asked of the client of this request`;
    return Promise.reject(new ConnectionError("lifecycle", text));
  },
};

/** The client's side: says in each request who it is and what it can do. */
export const statelessClient: Lifecycle = {
  ...shared,
  answers: false,

  handlers: (_endpoint, handlers) => handlers,

  async open(connection, options) {
    const { version } = connection.endpoint.protocol;
    connection.phase = "open";
    const result = await connection
      .request("server/discover", undefined, options)
      .catch((error: unknown) => {
        if (!(error instanceof McpError)) throw error;
        const text = `The server does not speak ${version}: ${error.message}`;
        throw new ConnectionError("version", text, error);
      });
    const found = result as Result;
    const versions = found.supportedVersions as readonly string[];
    if (!versions.includes(version)) {
      const text = `The server speaks ${versions.join(", ")}, this client ${version}`;
      throw new ConnectionError("version", text);
    }
    connection.peer = {
      info: found._meta?.[SERVER_INFO] as PeerInfo | undefined,
      capabilities: found.capabilities as Capabilities,
      version,
      instructions: found.instructions as string | undefined,
      logLevel: undefined,
    };
  },

  admit: () => {},

  allow({ phase }, method) {
    if (phase === "open") return;
    const text = `${method} must not be sent before connect`;
    throw new ConnectionError("lifecycle", text);
  },

  outgoing(endpoint, params) {
    return {
      ...params,
      _meta: {
        [VERSION]: endpoint.protocol.version,
        [CLIENT_INFO]: endpoint.info,
        [CAPABILITIES]: endpoint.capabilities,
        ...params?._meta,
      },
    };
  },

  incoming(endpoint, method, result) {
    const { resultType = COMPLETE, ttlMs } = result as Result;
    if (resultType !== COMPLETE) {
      const text = `The result of ${method} has an unknown type: ${String(resultType)}`;
      throw new ConnectionError("invalid", text);
    }
    if (!endpoint.protocol.cacheable.includes(method)) {
      return { resultType, ...result };
    }
    const stale = typeof ttlMs === "number" && ttlMs < 0 ? { ttlMs: 0 } : {};
    return { resultType, ttlMs: 0, cacheScope: "private", ...result, ...stale };
  },

  broadcast: (connection, method, params) => connection.notify(method, params),

  ask(_call, method) {
    const text = `A client cannot ask for ${method}`;
    return Promise.reject(new ConnectionError("lifecycle", text));
  },
};
