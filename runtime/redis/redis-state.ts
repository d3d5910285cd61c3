/** State that the processes of a server share in Redis or Valkey. */
import { SharedEvents } from "./events.js";
import { ClusterNode } from "./cluster-node.js";
import { SharedRates } from "./shared-rates.js";
import { SECRET_STEP } from "./store/scripts.js";
import { toText } from "./store/values.js";
import type { SharedStore } from "./store/store.js";
import { chain } from "../json-rpc/promises.js";
import { fromBase64, toBase64 } from "../json-rpc/messages/base64.js";
import { useSharedKey } from "../protocol/input-required/seal.js";
import type { Bytes } from "../json-rpc/messages/base64.js";
import { prefixIds } from "./routing.js";
import type { Message } from "../json-rpc/messages/messages.js";
import type { Rate, RateLimit } from "../limits/rate-limit.js";
import type { ServerCore } from "../protocol/server-core.js";
import type { SessionHandler } from "../http/server/handlers.js";
import type { SharedState } from "../http/server/shared-state.js";
import type { QueuedMessage } from "../http/server/sessions/backlog.js";
import type { EventStore } from "../http/server/sessions/event-store.js";

/** Handler for the sessions of all processes that share a store. */
interface SharedSessionHandler extends SessionHandler {
  listens(session: string): boolean;
  tell(session: string, message: QueuedMessage): void;
  stay(): void;
}

/**
 * Function that creates the handler for the sessions of all processes. The
 * parameter `here` is the handler for the sessions of this process.
 */
export type CreateSessions = (
  node: ClusterNode,
  events: SharedEvents,
  here: SessionHandler,
  idle: number,
  report: (problem: Error) => void,
) => SharedSessionHandler;

export class RedisState implements SharedState {
  readonly mark: string;
  readonly events: EventStore;
  readonly node: ClusterNode;
  readonly #events: SharedEvents;
  readonly #rates: SharedRates;
  readonly #createSessions: CreateSessions | undefined;
  #sessions: SharedSessionHandler | undefined;
  #joined = false;
  #made: string | undefined;
  /**
   * Whether a notification for all clients is currently being sent to a client
   * of this process.
   */
  #changing = false;

  constructor(
    store: SharedStore,
    lease: number,
    createSessions?: CreateSessions,
  ) {
    this.#createSessions = createSessions;
    this.node = new ClusterNode(store, lease);
    this.mark = `${this.node.name}.`;
    this.events = this.#events = new SharedEvents(this.node);
    this.#rates = new SharedRates(this.node);
  }

  get isReady(): boolean {
    return this.node.isReady;
  }

  limit(holder: string, rate: Rate): Pick<RateLimit, "take"> {
    return this.#rates.of(holder, rate);
  }

  join(
    server: ServerCore,
    idle: number,
    here?: SessionHandler,
  ): SessionHandler {
    if (this.#joined)
      throw new TypeError(
        "A redis() value can serve only one listen(): call redis() again for another one",
      );
    this.#joined = true;
    const node = this.node;
    const report = (problem: Error): void => server.endpoint.report(problem);
    node.store.report = report;
    this.#spread(server);
    useSharedKey(() => this.#secret());
    // If messages were lost, the store may also have lost its data. Therefore
    // store the shared secret again.
    node.onMissed.add(() => void this.#secret().catch(() => {}));
    this.#sessions =
      here && this.#createSessions?.(node, this.#events, here, idle, report);
    node.start();
    return this.#sessions ?? new NoSessions(node);
  }

  outgoing(message: Message): Message {
    return prefixIds(message, this.mark);
  }

  listens(session: string): boolean {
    return this.#sessions?.listens(session) ?? true;
  }

  tell(session: string, message: QueuedMessage): boolean {
    // A notification for all clients reaches every process. Only the process
    // that holds a client's GET stream sends it to that client.
    if (!this.#changing) this.#sessions?.tell(session, message);
    return true;
  }

  onRelay(
    take: (stream: string, message: unknown, from: unknown) => void,
  ): void {
    this.node.on.relay = ({ s, m, a }) => take(String(s), m, a);
  }

  relay(stream: string, message: unknown, from: unknown): boolean {
    const { node } = this;
    const [to = ""] = stream.split(".");
    if (to === node.name || !node.isHeardFrom(to)) return false;
    if (message === undefined) return true;
    const relayed = { s: stream, m: message, a: from };
    node.send(to, "relay", relayed).catch(() => {});
    return true;
  }

  /**
   * Returns the secret that all processes share. The first process creates it.
   */
  async #secret(): Promise<Bytes> {
    const { store } = this.node;
    this.#made ??= toBase64(crypto.getRandomValues(new Uint8Array(32)));
    const found = await store.run(
      SECRET_STEP,
      [store.key("secret")],
      [toText(this.#made)],
    );
    this.#made = String(found);
    return fromBase64(this.#made) ?? new Uint8Array(0);
  }

  /**
   * Extends `server.notify`, so that its notifications reach the clients of all
   * processes.
   */
  #spread(server: ServerCore): void {
    const node = this.node;
    const notify = server.notify.bind(server);
    const deliver = server.deliver.bind(server);
    server.deliver = (connection, method, params) => {
      this.#changing = true;
      try {
        deliver(connection, method, params);
      } finally {
        this.#changing = false;
      }
    };
    const close = server.close.bind(server);
    server.close = () => {
      this.#sessions?.stay();
      return close();
    };
    server.notify = (method, params) => {
      notify(method, params);
      node.change(method, params).catch(() => {});
    };
    // After its subscription is acknowledged, a client expects all
    // notifications. Therefore first wait until this process receives the
    // notifications of other processes.
    for (const endpoint of server.endpoint.all)
      endpoint.intercept({
        answer: (call, next) =>
          call.method === "subscriptions/listen"
            ? chain(
                node.ready()?.catch(() => {}),
                () => next(call),
              )
            : next(call),
      });
    node.on.change = ({ method, params }) =>
      notify(String(method), params as Parameters<typeof notify>[1]);
  }
}

/**
 * Session handler for a server without sessions. It ignores session requests.
 */
class NoSessions implements SessionHandler {
  readonly #node: ClusterNode;

  constructor(node: ClusterNode) {
    this.#node = node;
  }

  has(): boolean {
    return false;
  }
  post(): void {}
  get(): void {}
  delete(): void {}
  lapse(): void {}
  close(): Promise<void> {
    return this.#node.leave();
  }
}
