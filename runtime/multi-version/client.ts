import {
  ClientCore,
  acceptLater,
  applyImpliedCapabilities,
} from "../protocol/client-core.js";
import { addSentence, ConnectionError } from "../json-rpc/messages/errors.js";
import { RevisionEndpoint } from "./endpoint.js";
import { negotiate, withinRest } from "./negotiate.js";
import type { ClientCoreOptions } from "../protocol/client-core.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { RevisionBinding, RevisionBindings } from "./revision-binding.js";
import type { Negotiation } from "./negotiate.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { RequestOptions, SendOptions } from "../json-rpc/requests.js";
import type { Transport } from "../transport/transport.js";
import type { Handlers } from "../protocol/lifecycle.js";
import type { PeerInfo } from "../protocol/connection/peer.js";

/** Options of a client that supports several protocol revisions. */
export interface MultiVersionOptions extends ClientCoreOptions {
  /**
   * Protocol revisions that the client may use. By default, all revisions for
   * which the code was generated.
   */
  readonly revisions?: readonly string[] | undefined;
  /**
   * Time to wait for the answer to `server/discover`, in milliseconds. After
   * this time, the client tries the handshake of older revisions on the same
   * connection. If the client starts the server as a process, this time is at
   * most half of the timeout of `connect`.
   *
   * @default 2_000
   */
  readonly discoverTimeout?: number | undefined;
}

/**
 * Default time to wait for the answer to `server/discover`, in milliseconds.
 * The time is longer than most programs take to start, and shorter than a user
 * is willing to wait.
 */
const DISCOVER_TIMEOUT = 2_000;

/**
 * Client that negotiates the protocol revision with the server. The client
 * sends `server/discover` first. If the server does not know `server/discover`,
 * the client sends `initialize`.
 */
export class MultiVersionClient extends ClientCore {
  /**
   * Transports whose server process exited or rejected the handshake, after it
   * had received `server/discover`. `connect` starts such a process once more.
   */
  readonly #failed: WeakSet<Transport>;
  readonly #legacyServers: Negotiation["legacyServers"];
  #closing = false;

  constructor(
    bindings: RevisionBindings,
    info: PeerInfo,
    handlers: Handlers,
    options: MultiVersionOptions,
  ) {
    const allowed = selectBindings(bindings, options.revisions);
    const failures = new WeakSet<Transport>();
    const negotiation: Negotiation = {
      timeout: options.discoverTimeout ?? DISCOVER_TIMEOUT,
      legacyServers: new Set(),
      failed: (transport) => void failures.add(transport),
    };
    super(allowed[0], info, handlers, options, (own) => {
      const [first] = createClientEndpoints(
        allowed,
        bindings,
        info,
        own,
        options,
        negotiation,
      );
      return first as RevisionEndpoint;
    });
    this.#failed = failures;
    this.#legacyServers = negotiation.legacyServers;
  }

  /**
   * Connects to a server. Resolves when requests may be sent. If a server
   * process exits or rejects `initialize` after it has received
   * `server/discover`, `connect` starts it once more within the same timeout.
   * The first request to the new process is `initialize`.
   */
  override async connect(
    transport: Transport,
    options: RequestOptions = {},
  ): Promise<void> {
    this.#closing = false;
    const start = performance.now();
    try {
      await super.connect(transport, options);
    } catch (error) {
      const failed = this.#failed.has(transport) && !this.#closing;
      const rest = withinRest(options, start);
      const next = failed && rest.timeout ? transport.again?.() : undefined;
      if (next === undefined) throw error;
      this.#legacyServers.add(next);
      await super
        .connect(next, rest)
        .catch(throwForSecondStart)
        .finally(() => this.#legacyServers.delete(next));
    }
  }

  override request(
    method: string,
    params?: Params,
    options?: SendOptions,
  ): Promise<unknown> {
    return options?.task === undefined
      ? super.request(method, params, options)
      : this.#asTask(method, params, options);
  }

  async #asTask(
    method: string,
    params: Params | undefined,
    options: SendOptions,
  ): Promise<unknown> {
    const { extend, version } = this.connection.endpoint.protocol;
    if (extend) return super.request(method, params, options);
    const text = `Revision ${version} cannot run ${method} as a task`;
    throw new ConnectionError("version", text);
  }

  override async close(): Promise<void> {
    this.#closing = true;
    await super.close();
  }
}

/**
 * Throws the error of a second connection attempt. If the connection was
 * closed, the message explains that the server was started twice, because users
 * may see its log output twice.
 */
function throwForSecondStart(error: unknown): never {
  if (!(error instanceof ConnectionError) || error.fault !== "closed")
    throw error;
  const text = addSentence(
    error.message,
    "The client started the server twice",
  );
  throw new ConnectionError("closed", text, error.cause);
}

function selectBindings(
  bindings: RevisionBindings,
  versions: MultiVersionOptions["revisions"],
): RevisionBindings {
  if (versions === undefined) return bindings;
  const [first, ...rest] = bindings.filter(({ version }) =>
    versions.includes(version),
  );
  if (first) return [first, ...rest];
  const known = bindings.map(({ version }) => version).join(", ");
  throw new TypeError(
    `options.revisions has none of the supported revisions: ${known}`,
  );
}

/**
 * Returns an endpoint (client for one revision) for each revision. Opening a
 * connection with any of these endpoints negotiates the revision.
 */
function createClientEndpoints(
  allowed: RevisionBindings,
  bindings: RevisionBindings,
  info: PeerInfo,
  handlers: Handlers,
  options: MultiVersionOptions,
  negotiation: Negotiation,
): RevisionEndpoint[] {
  const versions = allowed.map(({ version }) => version);
  const open = (connection: Connection, request: RequestOptions) =>
    negotiate(connection, endpoints, request, negotiation);
  const endpoints = allowed.map(
    (binding: RevisionBinding): RevisionEndpoint => {
      const overrides = {
        ...acceptLater(binding, options),
        lifecycle: { ...binding.lifecycle, open },
      };
      return new RevisionEndpoint(
        { ...binding, ...overrides },
        bindings[0],
        versions,
        info,
        handlers,
        applyImpliedCapabilities(binding, handlers, options),
      );
    },
  );
  for (const endpoint of endpoints) endpoint.all = endpoints;
  return endpoints;
}
