import { RATE_FORM, SPEND_STEP } from "./store/scripts.js";
import { StoreError } from "./store/store.js";
import { toCount, toLifetime, toText } from "./store/values.js";
import type { Rate } from "../limits/rate-limit.js";
import type { ClusterNode } from "./cluster-node.js";

/**
 * Maximum number of clients whose rate limits stay in memory. When it is
 * exceeded, unused rate limits are removed.
 */
const MAX_HOLDERS = 10_000;

/**
 * Rate limits of clients for all processes together. Each process counts
 * requests locally and exchanges the counts through the store at each
 * heartbeat. Between heartbeats, a process counts only its own requests, so a
 * client may briefly exceed its limit.
 */
export class SharedRates {
  readonly #node: ClusterNode;
  readonly #all = new Map<string, SharedRate>();

  constructor(node: ClusterNode) {
    this.#node = node;
    node.onBeat.add(() => {
      for (const [holder, rate] of this.#all) void this.#settle(holder, rate);
    });
  }

  of(holder: string, rate: Rate): SharedRate {
    const known = this.#all.get(holder);
    if (known) return known;
    const made = new SharedRate(rate);
    this.#all.set(holder, made);
    return made;
  }

  async #settle(holder: string, rate: SharedRate): Promise<void> {
    const spent = rate.begin();
    if (spent === undefined) {
      if (this.#all.size > MAX_HOLDERS) this.#all.delete(holder);
      return;
    }
    const { store } = this.#node;
    const { burst, perSecond } = rate.rate;
    const decimal = (value: number) => toText(String(value));
    try {
      const keys = [store.key(`r${RATE_FORM}:${holder}`)];
      const args = [
        toCount(spent),
        decimal(burst),
        decimal(perSecond / 1_000),
        toLifetime((burst / perSecond) * 1_000 + 60_000),
      ];
      rate.settle(Number(await store.run(SPEND_STEP, keys, args)));
    } catch (error) {
      const refused = error instanceof StoreError && error.refused;
      if (!refused) rate.failed(spent);
    }
  }
}

/**
 * Rate limit of one client for all processes together, as known to this process
 * (token bucket).
 */
export class SharedRate {
  readonly rate: Rate;
  #tokens: number;
  #spent = 0;
  #at: number = performance.now();

  constructor(rate: Rate) {
    this.rate = rate;
    this.#tokens = rate.burst;
  }

  /**
   * Takes tokens for requests, if available. Returns false if the rate limit is
   * exceeded.
   */
  take(count = 1): boolean {
    this.#earn();
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    this.#spent += count;
    return true;
  }

  /**
   * Whether the token bucket is full, so that the client can send a whole burst
   * of requests.
   */
  get isFull(): boolean {
    this.#earn();
    return this.#tokens >= this.rate.burst;
  }

  /**
   * Starts an update of the shared rate limit. Returns the number of requests
   * since the previous update, or undefined if no update is needed.
   */
  begin(): number | undefined {
    if (this.#spent === 0 && this.isFull) return undefined;
    const spent = this.#spent;
    this.#spent = 0;
    return spent;
  }

  /**
   * Ends an update of the shared rate limit. `left` is the number of tokens in
   * the store. Requests that this process received during the update are
   * subtracted.
   */
  settle(left: number): void {
    this.#tokens = left - this.#spent;
    this.#at = performance.now();
  }

  failed(spent: number): void {
    this.#spent += spent;
  }

  #earn(): void {
    const now = performance.now();
    const { burst, perSecond } = this.rate;
    const earned = ((now - this.#at) * perSecond) / 1_000;
    this.#tokens = Math.min(burst, this.#tokens + earned);
    this.#at = now;
  }
}
