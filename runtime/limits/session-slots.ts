import { every, unref } from "./timer.js";
import { QuotaShares } from "./quota-share.js";

/**
 * Slot that a session or a legacy SSE stream occupies. The number of slots is
 * limited.
 */
export interface SessionSlot {
  /** Client that uses the slot. Slots are counted for each client. */
  readonly holder: string;
  /** Time of the last use, in milliseconds since the epoch. */
  used: number;
  /** Whether the session is in use. */
  readonly busy: boolean;
  end(): void;
}

/**
 * Minimum time for which an unused session is kept, in milliseconds. A session
 * of the client with the most sessions can be evicted earlier.
 */
const MIN_AGE = 60_000;

/**
 * Limits the number of sessions in total and of each client. At its own limit,
 * a client that opens a session may evict one of its idle sessions. At the
 * total limit, the client may evict an existing session:
 *
 * - a session of the client with the most sessions, if that client has more
 *   sessions than the opening client will have,
 * - otherwise, an idle session of any client that has at least as many sessions
 *   as the opening client.
 */
export class SessionSlots {
  readonly #limit: number;
  readonly #perClient: number;
  readonly #idle: number;
  readonly #slots = new Set<SessionSlot>();
  readonly #shares = new QuotaShares();

  #sweeper: ReturnType<typeof every>;

  /**
   * @param limit Maximum number of sessions.
   * @param idle Time after which an unused session is ended, in milliseconds.
   * @param perClient Maximum number of sessions of one client.
   */
  constructor(limit: number, idle: number, perClient: number = limit) {
    this.#limit = limit;
    this.#perClient = perClient;
    this.#idle = idle;
  }

  /**
   * Returns true if the client may open one more session. May evict another
   * session to free a slot.
   */
  tryReserve(holder: string): boolean {
    const full = this.#shares.getAmount(holder) >= this.#perClient;
    if (!full && this.#slots.size < this.#limit) return true;
    const evicted = this.#findEvicted(holder);
    if (evicted === undefined) return false;
    this.delete(evicted);
    evicted.end();
    return true;
  }

  add(slot: SessionSlot): void {
    this.#slots.add(slot);
    this.#shares.add(slot.holder, 1);
    if (this.#idle === Infinity) return;
    const period = Math.min(60_000, Math.max(10, this.#idle / 4));
    this.#sweeper ??= unref(every(period, () => this.#sweep(Date.now())));
  }

  delete(slot: SessionSlot): void {
    if (this.#slots.delete(slot)) this.#shares.add(slot.holder, -1);
  }

  /** Stops the timer that ends idle sessions. */
  close(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(now: number): void {
    for (const slot of this.#slots) {
      if (slot.busy) slot.used = now;
      else if (now - slot.used >= this.#idle) slot.end();
    }
  }

  #findEvicted(newcomer: string): SessionSlot | undefined {
    const shares = this.#shares;
    const own = shares.getAmount(newcomer);
    const full = own >= this.#perClient;
    const most = shares.largestHolder ?? newcomer;
    const unfair = !full && shares.getAmount(most) > own + 1;
    let evicted: SessionSlot | undefined;
    for (const slot of this.#slots) {
      const may = unfair
        ? slot.holder === most
        : !slot.busy &&
          (full
            ? slot.holder === newcomer
            : shares.getAmount(slot.holder) >= own);
      if (may && (!evicted || isEvictedBefore(slot, evicted))) evicted = slot;
    }
    if (unfair || !evicted || Date.now() - evicted.used >= MIN_AGE)
      return evicted;
    return undefined;
  }
}

/**
 * Returns true if `one` is evicted before `other`. Idle slots are evicted
 * first, then the slots that have been unused for the longest time.
 */
function isEvictedBefore(one: SessionSlot, other: SessionSlot): boolean {
  return one.busy === other.busy ? one.used < other.used : other.busy;
}
