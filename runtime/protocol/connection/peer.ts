import type { Capabilities } from "../capabilities.js";

/** Name and version of a program, as the protocol's `Implementation`. */
export interface PeerInfo {
  readonly name: string;
  readonly version: string;
}

/** What is known of the peer. */
export interface Peer {
  readonly info?: PeerInfo | undefined;
  readonly capabilities: Capabilities;
  /** Revision that is spoken with it; undefined before that is settled. */
  readonly version?: string | undefined;
  readonly instructions?: string | undefined;
  /** Lowest level of log messages that the peer wants; undefined: all. */
  readonly logLevel?: string | undefined;
}

/** A peer of which nothing is known yet. */
export const UNKNOWN_PEER: Peer = { capabilities: {} };
