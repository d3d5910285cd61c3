import type { Capabilities } from "../capabilities.js";

/**
 * Name and version of a client or server program. MCP calls this type
 * `Implementation`.
 */
export interface PeerInfo {
  readonly name: string;
  readonly version: string;
}

/** Data about the peer of a connection. */
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

/** Data about a peer before the peer has sent anything about itself. */
export const UNKNOWN_PEER: Peer = { capabilities: {} };
