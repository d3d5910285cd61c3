/**
 * The lifecycle with a handshake: the client sends `initialize`, the server
 * answers, the client sends `notifications/initialized`. What the two declared
 * then holds for the whole connection.
 */
import { declares } from "./capabilities.js";
import {
  BAD_PARAMS,
  ConnectionError,
  INVALID_MESSAGE,
  McpError,
} from "./errors.js";
import { LOG_LEVELS } from "./logging.js";
import type { Call } from "./call.js";
import type { Capabilities } from "./capabilities.js";
import type { Connection } from "./connection.js";
import type { Endpoint } from "./endpoint.js";
import type { Handlers, Lifecycle, PeerInfo } from "./lifecycle.js";
import type { Params } from "./messages.js";

interface Opening extends Params {
  readonly protocolVersion: string;
  readonly capabilities: Capabilities;
}

/** What both sides do alike. */
const shared = {
  answers: true,
  peer: (call: Call) => call.connection.peer,
  finish: (_call: Call, result: object) => result,
  outgoing: (_endpoint: Endpoint, params: Params | undefined) => params,
  incoming: (_endpoint: Endpoint, _method: string, result: object) => result,
  logLevel: (call: Call) => {
    const from = call.connection.peer.logLevel;
    return from === undefined ? { wanted: true } : { wanted: true, from };
  },
  ask: (
    call: Call,
    method: string,
    params: Params | undefined,
    options: object,
  ) => call.request(method, params, options),
  broadcast(connection: Connection, method: string, params?: Params): void {
    if (connection.phase !== "open") return;
    if (method === "notifications/resources/updated") {
      const uris = subscriptions.get(connection);
      if (!uris?.has(String(params?.uri))) return;
    }
    connection.notify(method, params);
  },
};

/** Subscriptions of one connection, at most. */
const MAX_SUBSCRIPTIONS = 10_000;

/** Resources that a client wants to hear of, by connection. */
const subscriptions = new WeakMap<Connection, Set<string>>();

const ping = (): object => ({});

/** The server's side of the handshake. */
export const initializeServer: Lifecycle = {
  ...shared,

  handlers(endpoint, handlers) {
    return {
      ...handlers,
      ping,
      initialize: (params: Opening, call: Call) =>
        initialize(endpoint, params, call),
      "notifications/initialized": (params: never, connection: Connection) => {
        if (connection.phase === "opening") {
          connection.phase = "open";
          handlers["notifications/initialized"]?.(params, connection as never);
        }
      },
      ...(declares(endpoint.capabilities, "logging")
        ? { "logging/setLevel": setLevel(handlers) }
        : {}),
      ...(declares(endpoint.capabilities, "resources.subscribe")
        ? subscribing(handlers)
        : {}),
    };
  },

  admit({ method, connection }) {
    if (connection.phase === "new") {
      if (method === "initialize" || method === "ping") return;
      throw new McpError(
        INVALID_MESSAGE,
        `${method} came before the connection was initialized`,
      );
    }
    if (method === "initialize") {
      throw new McpError(INVALID_MESSAGE, "The connection is initialized");
    }
  },

  allow({ phase }, method) {
    if (phase === "open" || EARLY.includes(method)) return;
    throw tooEarly(method);
  },
};

/** What the server may send before the client said that it is initialized. */
const EARLY: readonly string[] = [
  "ping",
  "notifications/message",
  "notifications/progress",
];

function initialize(endpoint: Endpoint, params: Opening, call: Call): object {
  const { connection } = call;
  const { protocol, capabilities, info, instructions } = endpoint;
  connection.phase = "opening";
  connection.peer = {
    info: params.clientInfo as PeerInfo,
    capabilities: params.capabilities,
    version: protocol.version,
    instructions: undefined,
    logLevel: undefined,
  };
  return {
    protocolVersion: protocol.version,
    capabilities,
    serverInfo: info,
    ...(instructions === undefined ? {} : { instructions }),
  };
}

function setLevel(handlers: Handlers) {
  const user = handlers["logging/setLevel"];
  return (params: Params, call: Call): unknown => {
    const { level } = params;
    if (typeof level !== "string" || !LOG_LEVELS.includes(level)) {
      throw new McpError(BAD_PARAMS, `Not a log level: ${String(level)}`);
    }
    call.connection.peer = { ...call.connection.peer, logLevel: level };
    return user?.(params as never, call as never) ?? {};
  };
}

/** Keeps the subscriptions of a connection, and asks the user's handlers. */
function subscribing(handlers: Handlers): Handlers {
  const handler =
    (method: string, change: (uris: Set<string>, uri: string) => void) =>
    async (params: Params, call: Call): Promise<unknown> => {
      const result = await handlers[method]?.(params as never, call as never);
      const { connection } = call;
      const uris = subscriptions.get(connection) ?? new Set();
      subscriptions.set(connection, uris);
      change(uris, String(params.uri));
      return result ?? {};
    };
  return {
    "resources/subscribe": handler("resources/subscribe", (uris, uri) => {
      if (uris.size >= MAX_SUBSCRIPTIONS) {
        throw new McpError(BAD_PARAMS, "Too many subscriptions");
      }
      uris.add(uri);
    }),
    "resources/unsubscribe": handler("resources/unsubscribe", (uris, uri) =>
      uris.delete(uri),
    ),
  };
}

/** The client's side of the handshake. */
export const initializeClient: Lifecycle = {
  ...shared,

  handlers: (_endpoint, handlers) => ({ ...handlers, ping }),

  async open(connection, options) {
    const { protocol, capabilities, info } = connection.endpoint;
    connection.phase = "opening";
    const params = {
      protocolVersion: protocol.version,
      capabilities,
      clientInfo: info,
    };
    const result = await connection.request("initialize", params, options);
    const answer = result as Opening;
    if (answer.protocolVersion !== protocol.version) {
      const text = `The server speaks ${answer.protocolVersion}, this client ${protocol.version}`;
      throw new ConnectionError("version", text);
    }
    connection.peer = {
      info: answer.serverInfo as PeerInfo,
      capabilities: answer.capabilities,
      version: answer.protocolVersion,
      instructions: answer.instructions as string | undefined,
      logLevel: undefined,
    };
    connection.phase = "open";
    connection.notify("notifications/initialized");
  },

  admit({ method, connection }) {
    if (connection.phase === "open" || method === "ping") return;
    const text = `${method} came before initialize was answered`;
    throw new McpError(INVALID_MESSAGE, text);
  },

  allow({ phase }, method) {
    if (phase === "open" || method === "ping") return;
    if (phase === "opening" && method === "initialize") return;
    throw tooEarly(method);
  },
};

function tooEarly(method: string): ConnectionError {
  const text = `${method} must not be sent before the connection is initialized`;
  return new ConnectionError("lifecycle", text);
}
