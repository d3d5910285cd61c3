import { UNSUPPORTED_VERSION } from "../../json-rpc/constants.js";
import {
  ConnectionError,
  McpError,
  noCommonVersionError,
  unsupportedVersionError,
} from "../../json-rpc/messages/errors.js";
import { Requests } from "../../json-rpc/requests.js";
import { cached, withInvalidation } from "../caching.js";
import { InputBudget } from "../input-required/budget.js";
import {
  completeWithInput,
  InputRequiredError,
} from "../input-required/client.js";
import {
  CAPABILITIES,
  CLIENT_INFO,
  SERVER_INFO,
  VERSION,
} from "../../json-rpc/messages/meta.js";
import { COMPLETE, INPUT_REQUIRED } from "./stateless.js";
import { isObject } from "../../validation/guards.js";
import { withServerEnd, withSubscriptionRouting } from "./subscribers.js";
import type { Capabilities } from "../capabilities.js";
import type { Connection } from "../connection/connection.js";
import type { Endpoint } from "../endpoint.js";
import type { StatelessResult } from "./stateless.js";
import type { Lifecycle, OutgoingRequest } from "../lifecycle.js";
import type { PeerInfo } from "../connection/peer.js";

/**
 * Returns true if the server rejected a protocol version although its error
 * lists that version as supported. The request is then worth a retry.
 */
function listsAsSupported(error: unknown, version: string): boolean {
  if (!(error instanceof McpError) || error.code !== UNSUPPORTED_VERSION) {
    return false;
  }
  const supported = isObject(error.data) ? error.data.supported : undefined;
  return Array.isArray(supported) && supported.includes(version);
}

/**
 * Stores the server's data about itself, such as its capabilities, from the
 * result of `server/discover`.
 */
export function storePeer(connection: Connection, found: object): void {
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
  const own = withServerEnd(connection, method, options);
  return connection.requestOnce({ ...request, options: own });
}

/**
 * Returns a final result, with default values for missing members. Throws
 * ConnectionError if the result is not final.
 */
function withDefaults(
  endpoint: Endpoint,
  method: string,
  value: object,
): object {
  const result = value as StatelessResult;
  const { resultType = COMPLETE, ttlMs } = result;
  if (resultType !== COMPLETE) {
    const text = `The result of ${method} has an unknown type: ${JSON.stringify(resultType)}`;
    throw new ConnectionError("invalid", text);
  }
  if (!endpoint.protocol.cacheable?.includes(method)) {
    return { resultType, ...result };
  }
  const stale = typeof ttlMs === "number" && ttlMs < 0 ? { ttlMs: 0 } : {};
  return { resultType, ttlMs: 0, cacheScope: "private", ...result, ...stale };
}

/**
 * Client side of the stateless lifecycle without support for input-required
 * results, for servers that never ask for input.
 */
export const statelessClientWithoutInput: Lifecycle = {
  ignores(connection: Connection, method) {
    const text = `The server must not send requests, but sent ${method}`;
    connection.report(new ConnectionError("invalid", text));
    return true;
  },

  handlers: (endpoint: Endpoint, handlers, { cache }) =>
    withSubscriptionRouting(
      endpoint,
      withInvalidation(endpoint, handlers, cache),
    ),

  async open(connection: Connection, options) {
    const { version } = connection.endpoint.protocol;
    connection.phase = "open";
    const discover = (): Promise<object> =>
      connection.request("server/discover", undefined, options);
    const result = await discover()
      .catch((error: unknown) => {
        if (!listsAsSupported(error, version)) throw error;
        return discover(); // one retry, because the server lists the version as supported
      })
      .catch((error: unknown) => {
        if (!(error instanceof McpError)) throw error;
        throw unsupportedVersionError(version, error);
      });
    const found = result as StatelessResult;
    const versions = found.supportedVersions as readonly string[];
    if (!versions.includes(version)) {
      throw noCommonVersionError(versions, [version]);
    }
    storePeer(connection, found);
  },

  allow({ phase }: Connection, method) {
    if (phase === "open") return;
    const text = `${method} must not be sent before the client is connected: call connect() first`;
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

  incoming: withDefaults,

  request: send,
  cached,
  broadcast: (connection: Connection, method, params) =>
    connection.notify(method, params),

  // The following hooks concern incoming requests, which a stateless client
  // never answers.
  admit: () => {},
  ask: rejectInput,
  once: rejectInput,
};

/**
 * Client side of the stateless lifecycle. Each request contains the client's
 * name and capabilities. After an input-required result, the request is sent
 * again with the answers.
 */
export const statelessClient: Lifecycle = /*@__PURE__*/ (() => ({
  ...statelessClientWithoutInput,
  incoming(endpoint: Endpoint, method, value) {
    const result = value as StatelessResult;
    if (result.resultType === INPUT_REQUIRED)
      throw new InputRequiredError(result);
    return withDefaults(endpoint, method, value);
  },
  request: (request) => {
    const { budget = new InputBudget() } = request;
    return send(request).catch((error: unknown) => {
      if (!(error instanceof InputRequiredError)) throw error;
      return completeWithInput(request, error, budget);
    });
  },
}))();

function rejectInput(): Promise<never> {
  const text = "A client of this revision must not answer requests";
  return Promise.reject(new ConnectionError("lifecycle", text));
}
