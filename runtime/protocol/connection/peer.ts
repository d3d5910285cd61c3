import type { Capabilities } from "../capabilities.js";

/**
 * Name and version of a client or server program. MCP calls this type
 * `Implementation`.
 */
export interface PeerInfo {
  readonly name: string;
  readonly version: string;
}

/** Facts about the peer of a connection. */
export interface Peer {
  readonly info?: PeerInfo | undefined;
  readonly capabilities: Capabilities;
  /** Negotiated revision of MCP. Undefined before the negotiation. */
  readonly version?: string | undefined;
  readonly instructions?: string | undefined;
  /**
   * Lowest level of log messages that the peer wants. Undefined means all
   * levels.
   */
  readonly logLevel?: string | undefined;
}

/** Facts about a peer that has not sent any facts about itself yet. */
export const UNKNOWN_PEER: Peer = { capabilities: {} };
