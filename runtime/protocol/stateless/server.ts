import {
  BAD_PARAMS,
  UNKNOWN_METHOD,
  UNSUPPORTED_VERSION,
} from "../../json-rpc/constants.js";
import {
  ConnectionError,
  McpError,
  describeSupportedVersions,
} from "../../json-rpc/messages/errors.js";
import { withSupportedCode } from "../codes.js";
import {
  askClient,
  runOnce,
  withInputRequired,
} from "../input-required/server.js";
import {
  CAPABILITIES,
  CLIENT_INFO,
  LOG_LEVEL,
  SERVER_INFO,
  VERSION,
} from "../../json-rpc/messages/meta.js";
import { COMPLETE, INPUT_REQUIRED, INPUT_METHODS } from "./stateless.js";
import {
  endSubscriptions,
  answerListen,
  notifySubscriptions,
} from "./subscriptions.js";
import { LOG_LEVELS } from "../connection/logging.js";
import { isObject } from "../../validation/guards.js";
import type { Call } from "../connection/call.js";
import type { Endpoint } from "../endpoint.js";
import type { Capabilities } from "../capabilities.js";
import type { RequestKeeper } from "../../json-rpc/requests.js";
import type { StatelessResult } from "./stateless.js";
import type { Lifecycle } from "../lifecycle.js";
import type { PeerInfo } from "../connection/peer.js";
import type { ListenParams } from "./subscriptions.js";

/**
 * Storage for the pending requests of a stateless server. The storage is always
 * empty: the server returns input-required results instead of sending requests.
 */
class NoRequests implements RequestKeeper {
  send(): Promise<never> {
    return Promise.reject(new Error("A stateless server sends no requests"));
  }
  receive(): boolean {
    return false;
  }
  fail(): boolean {
    return false;
  }
  progress(): void {}
  find(): undefined {}
  end(): void {}
}

/**
 * Server side of the stateless lifecycle, for handlers that never ask the
 * client for input.
 */
export const statelessServerWithoutInput: Lifecycle = {
  handlers: (endpoint: Endpoint, handlers) => ({
    ...handlers,
    "subscriptions/listen": (params: ListenParams, call: Call) =>
      answerListen(endpoint, handlers, params, call),
    "server/discover": () => ({
      supportedVersions: endpoint.versions,
      capabilities: endpoint.capabilities,
      instructions: endpoint.options.instructions,
    }),
  }),

  admit({ message, meta, endpoint }: Call) {
    const supported = endpoint.versions;
    const requested = meta[VERSION];
    // Protocol version that an older client requested in the params of
    // `initialize`.
    const asked = message.params?.protocolVersion;
    // A server with several revisions also accepts a handshake, so the error
    // message mentions `initialize`.
    const advice = supported[1]
      ? `; set the _meta of ${endpoint.protocol.version}, or send initialize first`
      : "";
    const missing =
      typeof requested !== "string"
        ? `${VERSION}; ${describeSupportedVersions(supported, asked)}${advice}`
        : !isObject(meta[CAPABILITIES]) && CAPABILITIES;
    if (missing) {
      const text = `Invalid params: _meta has no ${missing}`;
      throw new McpError(BAD_PARAMS, text, { supported });
    }
    if (requested !== endpoint.protocol.version) {
      const text = `Unsupported protocol version: ${requested}; ${describeSupportedVersions(supported, requested)}`;
      throw new McpError(UNSUPPORTED_VERSION, text, { supported, requested });
    }
    if (message.method === "initialize") {
      const text = `Method not found: initialize; ${describeSupportedVersions(supported, asked)}`;
      throw new McpError(UNKNOWN_METHOD, text, { supported });
    }
    const level = meta[LOG_LEVEL];
    if (level !== undefined && !LOG_LEVELS.includes(level as string)) {
      throw new McpError(BAD_PARAMS, `Unknown log level: ${String(level)}`);
    }
  },

  peer({ meta }) {
    return {
      info: meta[CLIENT_INFO] as PeerInfo | undefined,
      capabilities: (meta[CAPABILITIES] ?? {}) as Capabilities,
      version: meta[VERSION] as string | undefined,
      logLevel: meta[LOG_LEVEL] as string | undefined,
    };
  },

  finish(call: Call, value) {
    const { info, protocol } = call.endpoint;
    const result = value as StatelessResult;
    const _meta = { [SERVER_INFO]: info, ...result._meta };
    // Only final results have caching hints, and an input-required result is
    // not final.
    if (result.resultType === INPUT_REQUIRED) {
      if (INPUT_METHODS.includes(call.method)) return { ...result, _meta };
      throw new TypeError(
        `${call.method} must not have an input-required result`,
      );
    }
    const resultType = COMPLETE;
    if (!protocol.cacheable?.includes(call.method)) {
      return { resultType, ...result, _meta };
    }
    const ttlMs = Math.max(0, Number(result.ttlMs ?? 0));
    return { resultType, cacheScope: "private", ...result, ttlMs, _meta };
  },

  mute: ({ meta }) => meta[LOG_LEVEL] === undefined,

  allow(_connection, method) {
    if (method.startsWith("notifications/")) return;
    const text = `A server must not send requests at this revision: ${method}`;
    throw new ConnectionError("lifecycle", text);
  },

  convertError: withSupportedCode,
  Requests: NoRequests,
  broadcast: notifySubscriptions,
  closing: endSubscriptions,
};

/**
 * Server side of the stateless lifecycle. It validates every request and adds
 * the server's name to every result. Handlers that ask for input run again with
 * the answers.
 *
 * A function call that is marked as pure creates the object, so that bundlers
 * can remove it if it is unused. Without the call, bundlers would keep the
 * object, because an object spread may run getters.
 */
export const statelessServer: Lifecycle = /*@__PURE__*/ (() => ({
  ...statelessServerWithoutInput,
  handlers: (endpoint: Endpoint, handlers, options) =>
    statelessServerWithoutInput.handlers(
      endpoint,
      withInputRequired(endpoint, handlers, options.state),
      options,
    ),
  ask: askClient,
  once: runOnce,
}))();
