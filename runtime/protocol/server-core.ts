import type { EndpointOptions } from "./endpoint-options.js";
import { Connection } from "./connection/connection.js";
import { Endpoint } from "./endpoint.js";
import { inTurns } from "../limits/fan-out.js";
import { attempt } from "../json-rpc/promises.js";
import { createSession } from "./connection/session.js";
import type { Handlers } from "./lifecycle.js";
import type { PeerInfo } from "./connection/peer.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { Protocol } from "./protocol.js";
import type { Session } from "./connection/session.js";
import type { TrafficKeeper } from "../limits/limits.js";
import type { Transport } from "../transport/transport.js";

/** Server with its handlers and its open connections. */
export class ServerCore {
  /**
   * Endpoint of the server: its handlers, rules and capabilities for one
   * revision. A server for several revisions has one endpoint per revision;
   * this is the endpoint of the newest revision.
   */
  readonly endpoint: Endpoint;
  /**
   * Handlers in the form in which the user passed them. The endpoint uses an
   * extended copy.
   */
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
    for (const source of endpoint.changes) {
      source.listen((params) => this.notify(source.method, params));
    }
  }

  /**
   * Creates a connection over a transport that is not started yet. The caller
   * must then pass the connection to `keep`, unless the connection ends
   * immediately.
   */
  accept(transport: Transport, traffic?: TrafficKeeper): Connection {
    return new Connection(this.endpoint, transport, traffic);
  }

  /**
   * Adds a connection to the open connections of the server until the
   * connection ends, and returns the connection. Open connections receive
   * notifications of changes, and are closed together with the server.
   */
  keep(connection: Connection): Connection {
    this.#connections.add(connection);
    void connection.done.then(() => this.#connections.delete(connection));
    return connection;
  }

  /**
   * Serves a transport. Resolves to the first session when the transport has
   * started. If the client sends `initialize` again, the session ends and a new
   * session begins on the same transport.
   */
  async connect(transport: Transport): Promise<Session> {
    const accept = (): Connection => {
      const connection = this.keep(this.accept(transport));
      connection.session = createSession(connection);
      return connection;
    };
    const first = accept();
    await first.open({}, this.endpoint.lifecycle.receiver?.(first, accept));
    return first.session as Session;
  }

  /**
   * Sends a notification to every connected client that wants it. If it cannot
   * be sent to a client, the error is reported to `onError`.
   */
  notify(method: string, params?: Params): void {
    this.broadcast(this.#connections, method, params);
  }

  /**
   * Sends a notification to the given clients, to one client in each turn of
   * the event loop. An HTTP server overrides this method to limit how many
   * notifications wait to be sent.
   */
  broadcast(
    recipients: Iterable<Connection>,
    method: string,
    params?: Params,
  ): void {
    inTurns(recipients, (connection) =>
      this.deliver(connection, method, params),
    );
  }

  /**
   * Sends a broadcast notification to one client, if this client wants the
   * notification.
   */
  deliver(connection: Connection, method: string, params?: Params): void {
    const { lifecycle } = connection.endpoint;
    attempt(
      () => lifecycle.broadcast(connection, method, params),
      (error) => connection.report(error),
    );
  }

  /** Closes the server and all its connections. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#connections].map((connection) => connection.close()),
    );
  }
}
