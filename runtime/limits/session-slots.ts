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
 * Limit for the search for a session to evict: the search stops after this many
 * sessions in use.
 */
const MAX_BUSY = 100;

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
  readonly #slots = new SlotQueue();
  /** Slots of each client. */
  readonly #queues = new Map<string, SlotQueue>();
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
    const { holder } = slot;
    const queue = this.#queues.get(holder) ?? new SlotQueue();
    this.#queues.set(holder, queue);
    for (const slots of [this.#slots, queue]) slots.add(slot);
    this.#shares.add(holder, 1);
    if (this.#idle === Infinity) return;
    const period = Math.min(60_000, Math.max(10, this.#idle / 4));
    this.#sweeper ??= unref(every(period, () => this.#sweep(Date.now())));
  }

  delete(slot: SessionSlot): void {
    const { holder } = slot;
    if (!this.#slots.delete(slot)) return;
    const queue = this.#queues.get(holder);
    queue?.delete(slot);
    if (queue?.size === 0) this.#queues.delete(holder);
    this.#shares.add(holder, -1);
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
    const queue =
      full || unfair ? this.#queues.get(full ? newcomer : most) : this.#slots;
    const now = Date.now();
    let busy: SessionSlot | undefined;
    for (const [slot, used] of queue?.inOrder(now) ?? []) {
      if (!unfair && now - used < MIN_AGE) return undefined;
      if (slot.busy) {
        if (unfair && !(busy && busy.used <= slot.used)) busy = slot;
      } else if (unfair || shares.getAmount(slot.holder) >= own) return slot;
    }
    return busy;
  }
}

/**
 * Slots, ordered by the recorded times of their last use. A time is updated
 * only when a search examines its slot, so that using a session does not update
 * the queue.
 */
class SlotQueue {
  readonly #times = new Map<SessionSlot, number>();

  get size(): number {
    return this.#times.size;
  }

  [Symbol.iterator](): Iterator<SessionSlot> {
    return this.#times.keys();
  }

  add(slot: SessionSlot): void {
    this.#times.set(slot, slot.used);
  }

  delete(slot: SessionSlot): boolean {
    return this.#times.delete(slot);
  }

  /**
   * Yields slots and the times of their last use, longest unused slots first.
   * A slot in use moves to the end of the queue. Stops after `MAX_BUSY` slots
   * in use, so that the search takes bounded time.
   */
  *inOrder(now: number): Iterable<readonly [slot: SessionSlot, used: number]> {
    let left = Math.min(MAX_BUSY, this.size);
    for (const [slot, time] of this.#times) {
      const { busy } = slot;
      if (busy && (left -= 1) < 0) return;
      const used = busy ? now : slot.used;
      if (busy || used <= time) yield [slot, time];
      if (used <= time) continue;
      this.#times.delete(slot);
      this.#times.set(slot, used);
    }
  }
}
