import type { EndpointOptions } from "./endpoint-options.js";
import { Connection } from "./connection/connection.js";
import { Endpoint } from "./endpoint.js";
import { createSession } from "./connection/session.js";
import { FanOut } from "../limits/fan-out.js";
import { LOG } from "./connection/logging.js";
import { asError } from "../json-rpc/messages/errors.js";
import { shareJson, sharedJson } from "../json-rpc/shared-json.js";
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
  readonly #fanOut = new FanOut((error) =>
    this.endpoint.report(asError(error)),
  );

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
   * Serves a connection over a transport. Resolves when the connection is open.
   */
  async connect(transport: Transport): Promise<Session> {
    const connection = this.keep(this.accept(transport));
    const session = (connection.session = createSession(connection));
    await connection.open();
    return session;
  }

  /**
   * Sends a notification to every connected client that wants it. The first
   * client is served now, and each other client in a later turn of the event
   * loop.
   */
  notify(method: string, params?: Params): void {
    const { redact = (data) => data } = this.endpoint.options;
    const sent = params && shareJson({ ...params });
    if (sent && method === LOG) sent.data = redact(sent.data) ?? null;
    const changes = /^notifications\/(\w+\/list_changed|resources\/updated)$/;
    this.#fanOut.send({
      recipients: this.#connections,
      send: (connection) => this.deliver(connection, method, sent),
      key: changes.test(method)
        ? `${method} ${sharedJson(sent)}`
        : undefined,
      length: () => sharedJson(sent)?.length ?? 0,
    });
  }

  /** Sends a notification for all clients to one client, if it wants it. */
  deliver(connection: Connection, method: string, params?: Params): void {
    connection.endpoint.lifecycle.broadcast(connection, method, params);
  }

  /** Closes the server and all its connections. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#connections].map((connection) => connection.close()),
    );
  }
}
