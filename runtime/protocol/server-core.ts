import { Connection } from "./connection/connection.js";
import { Endpoint } from "./endpoint.js";
import { sessionOf } from "./connection/session.js";
import type { EndpointOptions } from "./endpoint.js";
import type { Handlers } from "./lifecycle.js";
import type { PeerInfo } from "./connection/peer.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { Protocol } from "./protocol.js";
import type { Session } from "./connection/session.js";
import type { TrafficKeeper } from "../limits/limits.js";
import type { Transport } from "../transport/transport.js";

/** A server: its handlers, and the connections that they serve. */
export class ServerCore {
  /** The endpoint; of several revisions, that of the newest. */
  readonly endpoint: Endpoint;
  /** As they were given, and not as the endpoint runs them. */
  readonly handlers: Handlers;
  readonly #connections = new Set<Connection>();

  constructor(
    protocol: Protocol,
    info: PeerInfo,
    handlers: Handlers,
    options: EndpointOptions,
    endpoint: Endpoint = new Endpoint(protocol, info, handlers, options),
  ) {
    this.endpoint = endpoint;
    this.handlers = handlers;
    for (const one of endpoint.changes) {
      one.listen((params) => this.notify(one.method, params));
    }
  }

  /**
   * Makes a connection of a transport that has yet to start. It is to be kept
   * unless it is over at once.
   */
  accept(transport: Transport, traffic?: TrafficKeeper): Connection {
    return new Connection(this.endpoint, transport, traffic);
  }

  /** Tells a connection of changes until it ends, and ends it with the server. */
  keep(connection: Connection): Connection {
    this.#connections.add(connection);
    void connection.done.then(() => this.#connections.delete(connection));
    return connection;
  }

  /** Serves one more connection; resolves when it is being served. */
  async connect(transport: Transport): Promise<Session> {
    const connection = this.keep(this.accept(transport));
    const session = (connection.session = sessionOf(connection));
    await connection.open();
    return session;
  }

  /** Sends a notification to every client that wants it. */
  notify(method: string, params?: Params): void {
    for (const connection of this.#connections) {
      connection.endpoint.lifecycle.broadcast(connection, method, params);
    }
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#connections].map((one) => one.close()));
  }
}
