import { BAD_PARAMS, INVALID_MESSAGE } from "../../json-rpc/constants.js";
import { MIN_SUBSCRIPTION_LENGTH } from "../constants.js";
import { declares } from "../capabilities.js";
import { ConnectionError, McpError } from "../../json-rpc/messages/errors.js";
import { Requests } from "../../json-rpc/requests.js";
import { ping, describeTooEarly } from "./initialize.js";
import { receiveSessions } from "./next-session.js";
import type { Call } from "../connection/call.js";
import type { Connection } from "../connection/connection.js";
import type { Opening } from "./initialize.js";
import type { Handlers, Lifecycle } from "../lifecycle.js";
import type { PeerInfo } from "../connection/peer.js";
import type { Params } from "../../json-rpc/messages/messages.js";

/**
 * Methods of the messages that a server may send before it receives
 * `notifications/initialized`.
 */
const EARLY: readonly string[] = [
  "ping",
  "notifications/message",
  "notifications/progress",
];

/** Server side of the lifecycle that starts with the `initialize` handshake. */
export const initializeServer: Lifecycle = {
  Requests,

  receiver: receiveSessions,

  handlers({ capabilities }, handlers) {
    return {
      ...handlers,
      ping,
      initialize,
      "notifications/initialized": initialized(handlers),
      ...(declares(capabilities, "logging") && {
        "logging/setLevel": setLevel(handlers),
      }),
      ...(declares(capabilities, "resources.subscribe") &&
        subscribing(handlers)),
    };
  },

  admit({ method, connection }: Call) {
    if (connection.phase === "new") {
      if (method === "initialize" || method === "ping") return;
      throw new McpError(INVALID_MESSAGE, describeTooEarly(method));
    }
    if (method === "initialize") {
      throw new McpError(INVALID_MESSAGE, "Already initialized");
    }
  },

  allow({ phase }: Connection, method) {
    if (phase === "open" || EARLY.includes(method)) return;
    throw new ConnectionError("lifecycle", describeTooEarly(method));
  },

  broadcast(connection: Connection, method, params) {
    if (connection.phase !== "open") return;
    if (method === "notifications/resources/updated") {
      if (!connection.traffic.uris.has(params?.uri as string)) return;
    }
    connection.notify(method, params);
  },
};

function initialize(
  params: Opening,
  { endpoint, connection, origin }: Call,
): object {
  const { protocol, capabilities, info, options } = endpoint;
  connection.phase = "opening";
  if (connection.session) connection.session.id = origin?.session;
  connection.peer = {
    info: params.clientInfo as PeerInfo,
    capabilities: params.capabilities,
    version: protocol.version,
  };
  return {
    protocolVersion: protocol.version,
    capabilities,
    serverInfo: info,
    instructions: options.instructions,
  };
}

function initialized(handlers: Handlers) {
  const user = handlers["notifications/initialized"];
  return (params: never, connection: Connection): unknown => {
    if (connection.phase !== "opening") return;
    connection.phase = "open";
    return user?.(params, connection as never);
  };
}

function setLevel(handlers: Handlers) {
  const user = handlers["logging/setLevel"];
  return (params: Params, call: Call): unknown => {
    const { connection } = call;
    const logLevel = params.level as string;
    connection.peer = { ...connection.peer, logLevel };
    return user?.(params as never, call as never);
  };
}

/**
 * Returns handlers that store the resource subscriptions of a connection and
 * also call the user's handlers.
 */
function subscribing(handlers: Handlers): Handlers {
  const handler = (method: string, change: "add" | "delete") => ({
    [method]: async (params: Params, call: Call): Promise<unknown> => {
      const { traffic } = call.connection;
      const { uris } = traffic;
      const uri = params.uri as string;
      const length = Math.max(MIN_SUBSCRIPTION_LENGTH, uri.length);
      // Reject the request before the user's handler starts the subscription.
      if (change === "add" && !uris.has(uri) && !traffic.fits(length)) {
        throw new McpError(BAD_PARAMS, "Too many subscriptions");
      }
      const result = await handlers[method]?.(params as never, call as never);
      const before = uris.size;
      uris[change](uri);
      traffic.keep((uris.size - before) * length);
      return result;
    },
  });
  return {
    ...handler("resources/subscribe", "add"),
    ...handler("resources/unsubscribe", "delete"),
  };
}
