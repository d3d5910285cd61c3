import type { WatchedConnection } from "../../json-rpc/health.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Peer } from "./peer.js";
import type { RequestOptions } from "../../json-rpc/requests.js";

/**
 * What a program keeps for a session. Interfaces merge, so that it can say what:
 * `declare module "./server.js" { interface SessionData { cart?: string[] } }`.
 */
export interface SessionData {
  [name: string]: unknown;
}

/** One connection of a server, as its user has it. */
export interface Session {
  /** Its id, where the transport has sessions; known once it is initialized. */
  id: string | undefined;
  /** What is kept for it, for as long as it lasts. */
  readonly data: SessionData;
  /** What is known of the client. */
  readonly client: Peer;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  readonly request: WatchedConnection["request"];
  notify(method: string, params?: Params): void;
  close(): Promise<void>;
}

/** What a session has of its connection. */
interface SessionConnection extends WatchedConnection {
  readonly peer: Peer;
  notify(method: string, params?: Params): void;
}

/** That of a connection, with nothing kept. */
export function sessionOf(connection: SessionConnection): Session {
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
