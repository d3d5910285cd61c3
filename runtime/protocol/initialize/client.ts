import { INVALID_MESSAGE } from "../../json-rpc/constants.js";
import {
  ConnectionError,
  McpError,
  noCommonVersionError,
} from "../../json-rpc/messages/errors.js";
import { Requests } from "../../json-rpc/requests.js";
import { ping, describeTooEarly } from "./initialize.js";
import type { Call } from "../connection/call.js";
import type { Connection } from "../connection/connection.js";
import type { Opening } from "./initialize.js";
import type { Lifecycle } from "../lifecycle.js";
import type { PeerInfo } from "../connection/peer.js";
import type { RequestOptions } from "../../json-rpc/requests.js";

/**
 * Performs the `initialize` handshake of a client. Resolves when requests may
 * be sent.
 *
 * @param accepts Function that returns true if the client supports the protocol
 *   version in the server's answer.
 */
export async function handshake(
  connection: Connection,
  options: RequestOptions,
  accepts: (version: string) => boolean,
): Promise<void> {
  const { protocol, capabilities, info, versions } = connection.endpoint;
  connection.phase = "opening";
  const params = {
    protocolVersion: protocol.version,
    capabilities,
    clientInfo: info,
  };
  const result = await connection.request("initialize", params, options);
  const answer = result as Opening;
  if (!accepts(answer.protocolVersion)) {
    throw noCommonVersionError([answer.protocolVersion], versions);
  }
  connection.peer = {
    info: answer.serverInfo as PeerInfo,
    capabilities: answer.capabilities,
    version: answer.protocolVersion,
    instructions: answer.instructions as string | undefined,
  };
  connection.phase = "open";
  connection.notify("notifications/initialized");
}

/** Client side of the lifecycle that starts with the `initialize` handshake. */
export const initializeClient: Lifecycle = {
  Requests,

  handlers: (_endpoint, handlers) => ({ ...handlers, ping }),

  open(connection: Connection, options) {
    const { version } = connection.endpoint.protocol;
    return handshake(connection, options, (answered) => answered === version);
  },

  admit({ method, connection }: Call) {
    if (connection.phase === "open" || method === "ping") return;
    const text = `${method} arrived before the response to initialize`;
    throw new McpError(INVALID_MESSAGE, text);
  },

  allow({ phase }: Connection, method) {
    if (phase === "open" || method === "ping") return;
    if (phase === "opening" && method === "initialize") return;
    throw new ConnectionError("lifecycle", describeTooEarly(method));
  },

  broadcast: (connection: Connection, method, params) =>
    connection.notify(method, params),
};
