import { wireOf } from "./store/clients.js";
import { SharedEvents } from "./events.js";
import { StoreMember } from "./cluster-node.js";
import { SharedRates } from "./shared-rates.js";
import { SharedSessions } from "./sessions.js";
import { SECRET_STEP } from "./store/scripts.js";
import { SharedStore } from "./store/store.js";
import { fromBase64, toBase64 } from "../json-rpc/messages/base64.js";
import { useCommonKey } from "../protocol/input-required/seal.js";
import type { Bytes } from "../json-rpc/messages/base64.js";
import { marked } from "./routing.js";
import type { RedisClient } from "./store/clients.js";
import type { Message } from "../json-rpc/messages/messages.js";
import type { Rate, RateLimit } from "../limits/rate-limit.js";
import type { ServerCore } from "../protocol/server-core.js";
import type { SharedState, SessionWay } from "../http/server/shared-state.js";
import type { Waiting } from "../http/server/backlog.js";
import type { EventStore } from "../http/server/event-store.js";

/** Settings of {@link redis}. */
export interface RedisOptions {
  /**
   * Begins all keys and channels; servers that have nothing in common need each
   * their own. Default: `mcp`.
   */
  readonly prefix?: string | undefined;
  /** How long the store may take, in milliseconds. Default: 1,000. */
  readonly timeout?: number | undefined;
  /**
   * How long a process without a sign of life is taken to run its calls, in
   * milliseconds; five times as often it gives one. Default: 5,000.
   */
  readonly lease?: number | undefined;
  /**
   * A client that only hears, where `client` cannot be duplicated. Default: a
   * duplicate of it.
   */
  readonly subscriber?: RedisClient | undefined;
}

/**
 * What the processes of a server have in common, in Redis or Valkey, for
 * `listen(server, { shared: redis(client) })`. The client is the program's own, of
 * `redis`, `ioredis` or `@valkey/valkey-glide`; the program connects and closes it.
 *
 * @throws TypeError when it is none of these.
 */
export function redis(
  client: RedisClient,
  options: RedisOptions = {},
): SharedState {
  const {
    prefix = "mcp",
    timeout = 1_000,
    lease = 5_000,
    subscriber,
  } = options;
  const wire = wireOf(client, subscriber);
  return new RedisShared(new SharedStore(wire, prefix, timeout), lease);
}

/** What serves the sessions of all processes. */
interface SharedWay extends SessionWay {
  listens(session: string): boolean;
  tell(session: string, message: Waiting): void;
  stay(): void;
}

interface SharedWays {
  /** `here` is the `Sessions` that serve them without a store. */
  readonly SharedSessions?: new (
    member: StoreMember,
    events: SharedEvents,
    here: never,
    idle: number,
    report: (problem: Error) => void,
  ) => SharedWay;
}

/** The linker leaves it out where no revision of the output has sessions. */
const SHARED_WAYS: SharedWays = { SharedSessions };

class RedisShared implements SharedState {
  readonly mark: string;
  readonly events: EventStore;
  readonly member: StoreMember;
  readonly #events: SharedEvents;
  readonly #rates: SharedRates;
  #sessions: SharedWay | undefined;
  #joined = false;
  #made: string | undefined;
  /** Whether a change is told to those who listen here. */
  #changing = false;

  constructor(store: SharedStore, lease: number) {
    this.member = new StoreMember(store, lease);
    this.mark = `${this.member.name}.`;
    this.events = this.#events = new SharedEvents(this.member);
    this.#rates = new SharedRates(this.member);
  }

  limit(holder: string, rate: Rate): Pick<RateLimit, "take"> {
    return this.#rates.of(holder, rate);
  }

  join(server: ServerCore, idle: number, here?: SessionWay): SessionWay {
    if (this.#joined) throw new TypeError("redis() serves one listen() alone");
    this.#joined = true;
    const member = this.member;
    const report = (problem: Error): void => server.endpoint.report(problem);
    member.store.report = report;
    this.#spread(server);
    useCommonKey(() => this.#secret());
    // A store that has lost it is given it again.
    member.onMissed.add(() => void this.#secret().catch(() => {}));
    const { SharedSessions } = SHARED_WAYS;
    if (here && SharedSessions) {
      this.#sessions = new SharedSessions(
        member,
        this.#events,
        here as never,
        idle,
        report,
      );
    }
    member.start();
    return this.#sessions ?? new NoSessions(member);
  }

  outgoing(message: Message): Message {
    return marked(message, this.mark);
  }

  listens(session: string): boolean {
    return this.#sessions?.listens(session) ?? true;
  }

  tell(session: string, message: Waiting): boolean {
    // Of a change every process hears: the one that the client listens to tells it.
    if (!this.#changing) this.#sessions?.tell(session, message);
    return true;
  }

  onRelay(
    take: (stream: string, message: unknown, from: unknown) => void,
  ): void {
    this.member.on.relay = ({ s, m, a }) =>
      take(String(s), m, a === null ? undefined : a);
  }

  relay(stream: string, message: unknown, from: unknown): boolean {
    const { member } = this;
    const [to = ""] = stream.split(".");
    if (to === member.name || !member.heardOf(to)) return false;
    if (message === undefined) return true;
    const told = { s: stream, m: message, a: from ?? null };
    member.tell(to, "relay", told).catch(() => {});
    return true;
  }

  /** A secret that all have, made by the first. */
  async #secret(): Promise<Bytes> {
    const { store } = this.member;
    this.#made ??= toBase64(crypto.getRandomValues(new Uint8Array(32)));
    const found = await store.run(
      SECRET_STEP,
      [store.key("secret")],
      [this.#made],
    );
    this.#made = String(found);
    return fromBase64(this.#made) ?? new Uint8Array(0);
  }

  /** What one process notifies its clients of, those of the others hear too. */
  #spread(server: ServerCore): void {
    const member = this.member;
    const here = server.notify.bind(server);
    const notify: ServerCore["notify"] = (method, params) => {
      this.#changing = true;
      try {
        here(method, params);
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
      member.change(method, params).catch(() => {});
    };
    member.on.change = ({ method, params }) =>
      notify(String(method), params as Parameters<typeof notify>[1]);
  }
}

/** In the place of sessions, for a server without. */
class NoSessions implements SessionWay {
  readonly #member: StoreMember;

  constructor(member: StoreMember) {
    this.#member = member;
  }

  has(): boolean {
    return false;
  }
  post(): void {}
  get(): void {}
  delete(): void {}
  lapse(): void {}
  close(): Promise<void> {
    return this.#member.leave();
  }
}
