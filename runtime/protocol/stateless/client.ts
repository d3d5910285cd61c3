import {
  ConnectionError,
  McpError,
  noneInCommon,
  notSpoken,
  UNSUPPORTED_VERSION,
} from "../../json-rpc/messages/errors.js";
import { Requests } from "../../json-rpc/requests.js";
import { cached, invalidating } from "../caching.js";
import { answerRounds, InputNeeded } from "../input-required/client.js";
import {
  CAPABILITIES,
  CLIENT_INFO,
  SERVER_INFO,
  VERSION,
} from "../../json-rpc/messages/meta.js";
import { COMPLETE, INPUT_REQUIRED } from "./stateless.js";
import { isObject } from "../../validation/guards.js";
import { endable, telling } from "./subscribers.js";
import type { Capabilities } from "../capabilities.js";
import type { Connection } from "../connection/connection.js";
import type { Endpoint } from "../endpoint.js";
import type { StatelessResult } from "./stateless.js";
import type { Lifecycle, OutgoingRequest } from "../lifecycle.js";
import type { PeerInfo } from "../connection/peer.js";

/** Whether the server refused a version, and then said that it speaks it. */
function namesAsSupported(error: unknown, version: string): boolean {
  if (!(error instanceof McpError) || error.code !== UNSUPPORTED_VERSION) {
    return false;
  }
  const supported = isObject(error.data) ? error.data.supported : undefined;
  return Array.isArray(supported) && supported.includes(version);
}

/** Keeps what a server has said of itself. */
export function discovered(connection: Connection, found: object): void {
  const result = found as StatelessResult;
  connection.peer = {
    info: result._meta?.[SERVER_INFO] as PeerInfo | undefined,
    capabilities: result.capabilities as Capabilities,
    version: connection.endpoint.protocol.version,
    instructions: result.instructions as string | undefined,
  };
}

function send(request: OutgoingRequest): Promise<object> {
  const { connection, method, options } = request;
  const own = endable(connection, method, options);
  return connection.requestOnce({ ...request, options: own });
}

/** A final result with what it says by leaving it out. */
function completed(endpoint: Endpoint, method: string, value: object): object {
  const result = value as StatelessResult;
  const { resultType = COMPLETE, ttlMs } = result;
  if (resultType !== COMPLETE) {
    const text = `The result of ${method} has an unknown type: ${String(resultType)}`;
    throw new ConnectionError("invalid", text);
  }
  if (!endpoint.protocol.cacheable?.includes(method)) {
    return { resultType, ...result };
  }
  const stale = typeof ttlMs === "number" && ttlMs < 0 ? { ttlMs: 0 } : {};
  return { resultType, ttlMs: 0, cacheScope: "private", ...result, ...stale };
}

/** The client's side where servers ask nothing. */
export const quietClient: Lifecycle = {
  ignores(connection: Connection, method) {
    const text = `The peer must not send requests, but sent ${method}`;
    connection.report(new ConnectionError("invalid", text));
    return true;
  },

  handlers: (endpoint: Endpoint, handlers, { cache }) =>
    telling(endpoint, invalidating(endpoint, handlers, cache)),

  async open(connection: Connection, options) {
    const { version } = connection.endpoint.protocol;
    connection.phase = "open";
    const discover = (): Promise<object> =>
      connection.request("server/discover", undefined, options);
    const result = await discover()
      .catch((error: unknown) => {
        if (!namesAsSupported(error, version)) throw error;
        return discover(); // once more, since it lists the version
      })
      .catch((error: unknown) => {
        if (!(error instanceof McpError)) throw error;
        throw notSpoken(version, error);
      });
    const found = result as StatelessResult;
    const versions = found.supportedVersions as readonly string[];
    if (!versions.includes(version)) {
      throw noneInCommon(versions, [version]);
    }
    discovered(connection, found);
  },

  allow({ phase }: Connection, method) {
    if (phase === "open") return;
    const text = `${method} must not be sent before connect`;
    throw new ConnectionError("lifecycle", text);
  },

  Requests,

  outgoing(endpoint: Endpoint, params) {
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

  incoming: completed,

  request: send,
  cached,
  broadcast: (connection: Connection, method, params) =>
    connection.notify(method, params),

  // What follows is about requests that arrive, and none is answered here.
  admit: () => {},
  ask: unasked,
  once: unasked,
};

/**
 * The client's side: says in each request who it is and what it can do. A request
 * that needs input is sent again, with the answers.
 */
export const statelessClient: Lifecycle = /*@__PURE__*/ (() => ({
  ...quietClient,
  incoming(endpoint: Endpoint, method, value) {
    const result = value as StatelessResult;
    if (result.resultType === INPUT_REQUIRED) throw new InputNeeded(result);
    return completed(endpoint, method, value);
  },
  request: (request) =>
    send(request).catch((error: unknown) => {
      if (!(error instanceof InputNeeded)) throw error;
      return answerRounds(request, error);
    }),
}))();

function unasked(): Promise<never> {
  const text = "No request is answered here";
  return Promise.reject(new ConnectionError("lifecycle", text));
}
