import type { EndpointOptions } from "./endpoint-options.js";
import { MAX_KEPT, MAX_MESSAGE } from "../limits/constants.js";
import { ClientConnection } from "./connection/client-connection.js";
import { Endpoint } from "./endpoint.js";
import { ConnectionError } from "../json-rpc/messages/errors.js";
import { jsonSize } from "../limits/json-size.js";
import { attempt } from "../json-rpc/promises.js";
import { withRateLimits } from "./handlers/method-limits.js";
import { withImpliedCapabilities } from "./handlers/implied-capabilities.js";
import type { Connection } from "./connection/connection.js";
import type { Handlers } from "./lifecycle.js";
import type { Peer, PeerInfo } from "./connection/peer.js";
import type { ClientLimits } from "./handlers/method-limits.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { Protocol, UnknownValue } from "./protocol.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { Transport } from "../transport/transport.js";

/**
 * Hook that receives every result of a connection. The hook stores the output
 * schemas from `tools/list`. The hook throws if a result of `tools/call` does
 * not match the tool's output schema.
 */
export type OutputValidator = (
  connection: { report(problem: Error): void },
  method: string,
  params: Params | undefined,
  result: object,
) => void;

/** Options of a client for one or several revisions. */
export interface ClientCoreOptions extends EndpointOptions {
  readonly limits?: ClientLimits | undefined;
  /**
   * Whether to reject content types and enum values that MCP added after the
   * negotiated revision.
   */
  readonly strict?: boolean | undefined;
  /**
   * Hook that validates the results of tools against the output schemas from
   * `tools/list`.
   */
  readonly validateOutput?: OutputValidator | undefined;
  /**
   * Callback invoked when the client accepts a value that MCP added after the
   * negotiated revision.
   */
  readonly onUnknown?: ((unknown: UnknownValue) => void) | undefined;
}

/**
 * Returns the protocol of a revision, extended to accept values that only later
 * revisions define. With `strict`, the protocol is returned unchanged.
 */
export function acceptLater(
  revision: Protocol,
  { strict = false, onUnknown }: ClientCoreOptions,
): Protocol {
  const report =
    onUnknown &&
    ((unknown: UnknownValue): void => attempt(() => onUnknown(unknown)));
  return (!strict && revision.later?.(revision, report)) || revision;
}

/**
 * Returns the options of a client, with the capabilities that the client's
 * handlers imply.
 */
export function applyImpliedCapabilities<O extends ClientCoreOptions>(
  { impliedCapabilities = [] }: Protocol,
  handlers: Handlers,
  options: O,
): O {
  const { capabilities } = options;
  return {
    ...options,
    capabilities: withImpliedCapabilities(
      handlers,
      impliedCapabilities,
      capabilities,
    ),
  };
}

/** Maximum number of pages to request for one list. */
const LISTED_PAGES = 10_000;
/** Maximum number of items in all pages of one list together. */
const LISTED_ITEMS = 100_000;

/** Client that is connected to one server at a time. */
export class ClientCore {
  /**
   * Endpoint of the client: its handlers, rules and capabilities for one
   * revision. A client for several revisions has one endpoint per revision;
   * this is the endpoint of the newest revision.
   */
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
        acceptLater(revision, options),
        info,
        own,
        applyImpliedCapabilities(revision, own, options),
      ),
  ) {
    this.#validateOutput = options.validateOutput;
    this.endpoint = make(withRateLimits(handlers, options.limits));
  }

  /** Connects to a server. Resolves when requests may be sent to the server. */
  async connect(transport: Transport, options?: RequestOptions): Promise<void> {
    if (this.#connection) throw new Error("The client is already connected");
    const connection = new ClientConnection(this.endpoint, transport);
    this.#connection = connection;
    void connection.done.then(() => (this.#connection = undefined));
    await connection.open(options);
    announceChanges(connection);
  }

  /**
   * Data that the connected server declared about itself, such as its
   * capabilities.
   */
  get server(): Peer {
    return this.connection.peer;
  }

  /** Promise that resolves when the connection has ended. */
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

  /**
   * Yields the pages of a list. Each page is requested only when the caller
   * asks for it.
   */
  async *pages(
    method: string,
    params?: Params,
    options?: RequestOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const seen = new Set<unknown>();
    let length = 0;
    let pageParams = params;
    for (;;) {
      const page = await this.request(method, pageParams, options);
      yield page;
      const { nextCursor } = page as { readonly nextCursor?: unknown };
      if (nextCursor === undefined) return;
      length += String(nextCursor).length;
      const problem = seen.has(nextCursor)
        ? "the server repeated a cursor"
        : seen.size >= LISTED_PAGES
          ? `there are more than ${LISTED_PAGES} pages`
          : length > MAX_KEPT && "the cursors are too long";
      if (problem) {
        const text = `The pages of ${method} never end: ${problem}`;
        throw new ConnectionError("invalid", text);
      }
      seen.add(nextCursor);
      pageParams = { ...params, cursor: nextCursor };
    }
  }

  /**
   * Returns all pages of a list, merged into one result. The items of array
   * members are concatenated. Every other member has the value from the last
   * page.
   */
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
    const assertAtMost = (actual: number, most: number, unit: string): void => {
      if (actual <= most) return;
      const text = `The result of ${method} has more than ${most} ${unit}`;
      throw new ConnectionError("invalid", text);
    };
    for await (const page of this.pages(method, params, options)) {
      for (const [name, value] of Object.entries(page as object)) {
        if (!Array.isArray(value)) {
          whole.set(name, value);
          continue;
        }
        const known = whole.get(name);
        // Merge the items into a new array. The array of a page may also be in
        // the cache, so it must not change.
        const items: unknown[] = Array.isArray(known) ? known : [];
        for (const item of value) items.push(item);
        whole.set(name, items);
        assertAtMost((count += value.length), LISTED_ITEMS, "items");
        // The size of the whole list, in characters of JSON, has the same
        // maximum as the size of one message.
        assertAtMost((length += jsonSize(value)), MAX_MESSAGE, "characters");
      }
      // The timeout of the caller applies to the whole list and, separately, to
      // each page.
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

  /**
   * Returns the open connection.
   *
   * @throws ConnectionError if the client is not connected.
   */
  get connection(): Connection {
    if (!this.#connection) throw notConnected();
    return this.#connection;
  }
}

/**
 * Notifies the server of changes in the client, such as a changed list of
 * roots, until the connection ends.
 */
function announceChanges(connection: Connection): void {
  const { changes, lifecycle } = connection.endpoint;
  for (const source of changes) {
    const stop = source.listen((params) =>
      lifecycle.broadcast(connection, source.method, params),
    );
    void connection.done.then(stop);
  }
}

function notConnected(): ConnectionError {
  return new ConnectionError(
    "closed",
    "The client is not connected: call connect() first",
  );
}

/**
 * Adds shorthand methods to a client. `names` maps each shorthand to the method
 * of the request that it sends.
 */
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
