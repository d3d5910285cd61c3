/**
 * Quotas of clients. A server counts the memory and the request rate of each
 * client, over all connections of the client.
 */
import {
  Traffic,
  type CountedCall,
  type Limits,
  type TrafficKeeper,
} from "./limits.js";
import { RateLimit, type Rate } from "./rate-limit.js";
import { after, nextTurn, unref } from "./timer.js";
import { LruNode } from "./lru-list.js";
import { QuotaShare } from "./quota-share.js";

/** Limits for the clients of a server. */
export interface QuotaOptions {
  /** Limits of each client. */
  readonly limits: Limits | undefined;
  /**
   * Rate limit on the HTTP requests of each client. Undefined means no limit.
   */
  readonly rate: Rate | undefined;
  /**
   * Store for the request rates, shared by several processes so that a client's
   * requests to all of them are counted together.
   */
  readonly shared?:
    { limit(holder: string, rate: Rate): Pick<RateLimit, "take"> } | undefined;
  /**
   * Memory budget of all clients together, in characters. The budget applies
   * twice: once to requests in progress, and once to all data that is stored
   * for clients.
   */
  readonly maxKept: number;
}

/**
 * Maximum number of stored client quotas. Above the maximum, the least recently
 * used quota is deleted, unless its client holds memory.
 */
const MAX_IDLE_QUOTAS = 10_000;

/**
 * Minimum length with which a request or a session counts towards the memory
 * budget, in characters. It represents the memory that is needed regardless of
 * the content.
 */
export const MIN_REQUEST_LENGTH = 4_000;

/**
 * Maximum time for which a cancelled request still counts while its handler
 * runs, in milliseconds.
 */
const ABANDONED_TIMEOUT = 60_000;

/** Quotas of all clients of a server. */
export class QuotaRegistry {
  readonly #options: QuotaOptions;
  readonly #running = { total: 0 };
  readonly #kept = { total: 0 };
  /**
   * Quotas by client kind, then by client name. A single map would need
   * concatenated keys, and hashing a new string for each request is slow.
   */
  readonly #quotas = {
    address: new Map<string, ClientQuota>(),
    subject: new Map<string, ClientQuota>(),
  };
  /** Quotas of the clients, least recently used first. */
  readonly #used = new LruNode<ClientQuota>();

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  /**
   * Returns the quota of a client. `name` is an address or the subject of a
   * principal. Creates the quota if there is none.
   */
  getQuota(kind: ClientKind, name: string): ClientQuota {
    const { address, subject } = this.#quotas;
    const quotas = this.#quotas[kind];
    let quota = quotas.get(name);
    if (quota === undefined) {
      const running = new QuotaShare(this.#running);
      const kept = new QuotaShare(this.#kept);
      quota = new ClientQuota(kind, name, this.#options, running, kept);
      quotas.set(name, quota);
    }
    quota.node.moveBefore(this.#used);
    if (address.size + subject.size > MAX_IDLE_QUOTAS) this.#forget();
    return quota;
  }

  /** Deletes the least recently used quota, unless its client holds memory. */
  #forget(): void {
    const oldest = this.#used.next.value;
    if (oldest === undefined) return;
    if (oldest.holdsMemory) return oldest.node.moveBefore(this.#used);
    oldest.node.remove();
    this.#quotas[oldest.kind].delete(oldest.name);
  }
}

/**
 * Kind of a client: identified by its network address, or by the subject of its
 * principal.
 */
export type ClientKind = "address" | "subject";

/** Quota of one client: memory and request rates, over all its connections. */
export class ClientQuota extends Traffic {
  readonly kind: ClientKind;
  readonly name: string;
  /**
   * Identifier of the client. An address and a subject with the same name have
   * different identifiers.
   */
  readonly holder: string;
  /** Node of this quota in the list of least recently used quotas. */
  readonly node: LruNode<ClientQuota> = new LruNode<ClientQuota>(this);
  /**
   * Memory that incomplete request bodies, requests in progress and unread
   * responses of the client use, in characters.
   */
  readonly #running: QuotaShare;
  /**
   * Part of `#running` that is reserved for responses written in the current
   * turn of the event loop.
   */
  #reserved = 0;
  readonly #kept: QuotaShare;
  readonly #maxKept: number;
  readonly #rate: Pick<RateLimit, "take"> | undefined;
  readonly #options: QuotaOptions;
  /**
   * Quotas of single sessions, by session id. Used only in the common quota of
   * all clients without a network address.
   */
  readonly #sessions = new Map<string | undefined, ClientQuota>();
  /** Number of the client's requests in progress, on all connections. */
  #requests = 0;

  constructor(
    kind: ClientKind,
    name: string,
    options: QuotaOptions,
    running: QuotaShare,
    kept: QuotaShare,
  ) {
    const { limits, rate, maxKept, shared } = options;
    super(limits);
    this.#options = options;
    this.kind = kind;
    this.name = name;
    this.holder = `${kind} ${name}`;
    this.#running = running;
    this.#kept = kept;
    this.#maxKept = maxKept;
    this.#rate =
      rate &&
      (shared?.limit(this.holder, rate) ??
        new RateLimit(rate.burst, rate.perSecond));
  }

  /** Whether the client holds memory. If so, its quota must not be deleted. */
  get holdsMemory(): boolean {
    return this.#running.used > 0 || this.#kept.used > 0;
  }

  /**
   * Returns the quota for a new session of the client. Clients without an
   * address have a common quota, so each of their sessions gets a separate part
   * of the common quota.
   */
  openSession(id: string): ClientQuota {
    if (this.kind !== "address" || this.name !== "") return this;
    const [running, kept] = [this.#running, this.#kept].map(
      (share) => new QuotaShare({ total: 0 }, share),
    ) as [QuotaShare, QuotaShare];
    const options = { ...this.#options, shared: undefined };
    const quota = new ClientQuota("address", "", options, running, kept);
    this.#sessions.set(id, quota);
    return quota;
  }

  /**
   * Returns the quota of an open session. Returns this quota if the session has
   * no separate quota.
   */
  getSession(id: string | undefined): ClientQuota {
    return this.#sessions.get(id) ?? this;
  }

  closeSession(id: string): void {
    this.#sessions.delete(id);
  }

  /**
   * Counts `count` HTTP requests. Returns false if they exceed the rate limit.
   * A negative count reverts an earlier count.
   */
  countRequests(count = 1): boolean {
    return this.#rate?.take(count) ?? true;
  }

  override admit(_running: number, call: CountedCall): boolean {
    return (
      this.#running.fits(getCallLength(call), this.#maxKept) &&
      super.admit(this.#requests, call)
    );
  }

  hold(call: CountedCall, outcome: PromiseLike<unknown>): void {
    const length = getCallLength(call);
    let timer: ReturnType<typeof after>;
    let answered = false;
    let freed = false;
    const leave = (): void => {
      if (!answered) this.#requests -= 1;
      answered = true;
    };
    const free = (): void => {
      clearTimeout(timer);
      leave();
      if (!freed) this.#running.add(-length);
      freed = true;
    };
    this.#requests += 1;
    this.#running.add(length);
    outcome.then(free, free);
    call.onAbandoned = () => {
      leave();
      timer = unref(after(ABANDONED_TIMEOUT, free));
    };
  }

  /**
   * Counts `length` additional bytes of an incomplete request body. Returns
   * false if they exceed the budget. A negative length releases bytes.
   */
  countBody(length: number): boolean {
    const most = length > 0 ? this.#maxKept : Infinity;
    if (!this.#running.fits(length, most)) return false;
    this.#running.add(length);
    return true;
  }

  /**
   * Counts a response that the client has not read yet. Counts at most the part
   * of the budget that the client may still use. Returns the counted length. To
   * release it, pass the negated length to `countBody`.
   */
  countUnread(length: number): number {
    this.#reserve(-Math.min(length, this.#reserved));
    const room = this.#running.room(this.#maxKept);
    const counted = Math.max(0, Math.min(length, room));
    this.#running.add(counted);
    return counted;
  }

  /**
   * Reserves a part of the budget for a response that is written in this turn
   * of the event loop. `countUnread` replaces the reservation by the length
   * that the client has not read. In the next turn, all remaining reservations
   * are released.
   */
  reserveUnread(length: number): boolean {
    if (!this.#running.fits(length, this.#maxKept)) return false;
    if (this.#reserved === 0) nextTurn(() => this.#reserve(-this.#reserved));
    this.#reserve(length);
    return true;
  }

  #reserve(length: number): void {
    this.#reserved += length;
    this.#running.add(length);
  }

  override fits(length: number): boolean {
    return this.#kept.fits(length, this.#maxKept);
  }

  override keep(length: number): void {
    this.#kept.add(length);
  }
}

/** Returns the part of the memory budget that a request uses, in characters. */
function getCallLength({ origin }: CountedCall): number {
  return Math.max(MIN_REQUEST_LENGTH, origin?.length ?? 0);
}

/**
 * Part of a client's quota that one connection uses. `release` frees all of it.
 */
export class ConnectionQuota implements TrafficKeeper {
  readonly uris: Set<string> = new Set();
  readonly #quota: ClientQuota;
  #kept = 0;
  #released = false;

  constructor(account: ClientQuota) {
    this.#quota = account;
  }

  get holder(): string {
    return this.#quota.holder;
  }

  take(): boolean {
    return this.#quota.take();
  }

  admit(running: number, call: CountedCall): boolean {
    return this.#quota.admit(running, call);
  }

  hold(call: CountedCall, outcome: PromiseLike<unknown>): void {
    this.#quota.hold(call, outcome);
  }

  reserveUnread(length: number): boolean {
    return this.#quota.reserveUnread(length);
  }

  fits(length: number): boolean {
    return this.#quota.fits(length);
  }

  keep(length: number): void {
    if (this.#released) return;
    this.#kept += length;
    this.#quota.keep(length);
  }

  /**
   * Releases everything that is stored for the connection. Called when the
   * connection has ended.
   */
  release(): void {
    this.keep(-this.#kept);
    this.#released = true;
  }
}
