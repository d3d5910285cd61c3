import type { WatchedConnection } from "../../json-rpc/health.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Peer } from "./peer.js";
import type { RequestOptions } from "../../json-rpc/requests.js";

/**
 * Data that a program stores for a session. Programs add typed members by
 * declaration merging: `declare module "./server.js" { interface SessionData {
 * cart?: string[] } }`.
 */
export interface SessionData {
  [name: string]: unknown;
}

/**
 * Session of a server with one client, as the handlers of the server see it.
 */
export interface Session {
  /**
   * Session id of the transport, set during the handshake. Undefined if the
   * transport has no sessions.
   */
  id: string | undefined;
  /**
   * Data that the program stores for the session. The data is kept until the
   * session ends.
   */
  readonly data: SessionData;
  /** Data about the client of the session. */
  readonly client: Peer;
  /** Promise that resolves when the connection has ended. */
  readonly closed: Promise<void>;
  readonly request: WatchedConnection["request"];
  notify(method: string, params?: Params): void;
  close(): Promise<void>;
}

/** Members of `Connection` that a session uses. */
interface SessionConnection extends WatchedConnection {
  readonly peer: Peer;
  notify(method: string, params?: Params): void;
}

/** Returns the session of a connection, with empty data. */
export function createSession(connection: SessionConnection): Session {
  return {
    id: undefined,
    data: {},
    get client(): Peer {
      return connection.peer;
    },
    closed: connection.done,
    request: (method: string, params?: Params, options?: RequestOptions) =>
      connection.request(method, params, options),
    notify: (method: string, params?: Params) =>
      connection.notify(method, params),
    close: () => connection.close(),
  };
}
