import { ClientConnection } from "./connection/client-connection.js";
import { Endpoint } from "./endpoint.js";
import { ConnectionError } from "../json-rpc/messages/errors.js";
import { MAX_KEPT, MAX_MESSAGE } from "../limits/limits.js";
import { sizeOf } from "../limits/json-size.js";
import { attempt } from "../json-rpc/promises.js";
import { limited } from "./handlers/method-limits.js";
import { withOffers } from "./handlers/implied-capabilities.js";
import type { Connection } from "./connection/connection.js";
import type { EndpointOptions } from "./endpoint.js";
import type { Handlers } from "./lifecycle.js";
import type { Peer, PeerInfo } from "./connection/peer.js";
import type { ClientLimits } from "./handlers/method-limits.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { Protocol, UnknownValue } from "./protocol.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { Transport } from "../transport/transport.js";

/**
 * Sees the results of a connection: learns schemas from `tools/list`, and
 * throws for a result of `tools/call` that does not fit its tool's.
 */
export type OutputValidator = (
  connection: { report(problem: Error): void },
  method: string,
  params: Params | undefined,
  result: object,
) => void;

/** Options of a client. */
export interface ClientCoreOptions extends EndpointOptions {
  readonly limits?: ClientLimits | undefined;
  /** Whether content kinds and enum values of later revisions are refused. */
  readonly strict?: boolean | undefined;
  /** Checks results of tools against their output schemas of `tools/list`. */
  readonly validateOutput?: OutputValidator | undefined;
  /** Called with each such value that was accepted. */
  readonly onUnknown?: ((unknown: UnknownValue) => void) | undefined;
}

/** The protocol, accepting what later revisions added unless `strict`. */
export function lenient(
  revision: Protocol,
  { strict = false, onUnknown }: ClientCoreOptions,
): Protocol {
  const tell =
    onUnknown &&
    ((unknown: UnknownValue): void => attempt(() => onUnknown(unknown)));
  return (!strict && revision.later?.(revision, tell)) || revision;
}

/** The options, with capabilities that follow from how handlers were made. */
export function offered<O extends ClientCoreOptions>(
  { offers = [] }: Protocol,
  handlers: Handlers,
  options: O,
): O {
  const { capabilities } = options;
  return {
    ...options,
    capabilities: withOffers(handlers, offers, capabilities),
  };
}

/** Pages of one list that are asked for. */
const LISTED_PAGES = 10_000;
/** Items of a whole list. */
const LISTED_ITEMS = 100_000;

/** A client of one server at a time. */
export class ClientCore {
  /** The endpoint; of several revisions, that of the newest. */
  readonly endpoint: Endpoint;
  readonly #validateOutput: OutputValidator | undefined;
  #connection: Connection | undefined;

  constructor(
    revision: Protocol,
    info: PeerInfo,
    handlers: Handlers,
    options: ClientCoreOptions,
    make = (own: Handlers): Endpoint =>
      new Endpoint(
        lenient(revision, options),
        info,
        own,
        offered(revision, own, options),
      ),
  ) {
    this.#validateOutput = options.validateOutput;
    this.endpoint = make(limited(handlers, options.limits));
  }

  /** Connects, and resolves when the server can be used. */
  async connect(transport: Transport, options?: RequestOptions): Promise<void> {
    if (this.#connection) throw new Error("The client is connected already");
    const connection = new ClientConnection(this.endpoint, transport);
    this.#connection = connection;
    void connection.done.then(() => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    await connection.open(options);
    announceChanges(connection);
  }

  /** What is known of the server. */
  get server(): Peer {
    return this.connection.peer;
  }

  /** Resolves when the connection has ended. */
  get closed(): Promise<void> {
    return this.#connection?.done ?? Promise.resolve();
  }

  request(
    method: string,
    params?: Params,
    options?: RequestOptions,
  ): Promise<unknown> {
    const connection = this.#connection;
    if (!connection) return Promise.reject(notConnected());
    const send = () => connection.request(method, params, options);
    const { lifecycle } = connection.endpoint;
    const answer = lifecycle.cached
      ? lifecycle.cached(connection, method, params, options, send)
      : send();
    const validate = this.#validateOutput;
    return validate
      ? answer.then((result) => {
          validate(connection, method, params, result);
          return result;
        })
      : answer;
  }

  /** The pages of a list, each requested when the caller asks for it. */
  async *pages(
    method: string,
    params?: Params,
    options?: RequestOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const seen = new Set<unknown>();
    let length = 0;
    let asked = params;
    for (;;) {
      const page = await this.request(method, asked, options);
      yield page;
      const { nextCursor } = page as { readonly nextCursor?: unknown };
      if (nextCursor === undefined) return;
      length += String(nextCursor).length;
      const problem = seen.has(nextCursor)
        ? "a cursor came twice"
        : seen.size >= LISTED_PAGES
          ? `there are more than ${LISTED_PAGES}`
          : length > MAX_KEPT && "their cursors are too long";
      if (problem) {
        const text = `The pages of ${method} have no end: ${problem}`;
        throw new ConnectionError("invalid", text);
      }
      seen.add(nextCursor);
      asked = { ...params, cursor: nextCursor };
    }
  }

  /** All pages of a list as one; what is no list is as the last page has it. */
  async listAll(
    method: string,
    params?: Params,
    options?: RequestOptions,
  ): Promise<object> {
    const { timeout = Infinity } = options ?? {};
    const end = performance.now() + timeout;
    const whole = new Map<string, unknown>();
    let count = 0;
    let length = 0;
    const hold = (actual: number, most: number, unit: string): void => {
      if (actual <= most) return;
      const text = `${method} has more than ${most} ${unit}`;
      throw new ConnectionError("invalid", text);
    };
    for await (const page of this.pages(method, params, options)) {
      for (const [name, value] of Object.entries(page as object)) {
        if (!Array.isArray(value)) {
          whole.set(name, value);
          continue;
        }
        const known = whole.get(name);
        // A list of its own: pages may be kept elsewhere, to be given again.
        const items: unknown[] = Array.isArray(known) ? known : [];
        for (const item of value) items.push(item);
        whole.set(name, items);
        hold((count += value.length), LISTED_ITEMS, "items");
        // As JSON, as many as one message may have.
        hold((length += sizeOf(value)), MAX_MESSAGE, "characters");
      }
      // The time is for the list, whatever a page takes.
      if (performance.now() > end) {
        const text = `${method} took more than ${timeout} ms`;
        throw new ConnectionError("timeout", text);
      }
    }
    whole.delete("nextCursor");
    return Object.fromEntries(whole);
  }

  notify(method: string, params?: Params): void {
    this.connection.notify(method, params);
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  /** The open connection. @throws ConnectionError when there is none. */
  get connection(): Connection {
    if (!this.#connection) throw notConnected();
    return this.#connection;
  }
}

/** Tells the server of changes, as long as it is connected. */
function announceChanges(connection: Connection): void {
  const { changes, lifecycle } = connection.endpoint;
  for (const one of changes) {
    const stop = one.listen((params) =>
      lifecycle.broadcast(connection, one.method, params),
    );
    void connection.done.then(stop);
  }
}

function notConnected(): ConnectionError {
  return new ConnectionError("closed", "The client is not connected");
}

/** `client` with a method for each of `names`, which sends that request. */
export function withShorthands(
  client: ClientCore,
  names: { readonly [name: string]: string },
): ClientCore {
  for (const [name, method] of Object.entries(names)) {
    Object.defineProperty(client, name, {
      value: (params?: Params, options?: RequestOptions) =>
        client.request(method, params, options),
    });
  }
  return client;
}
