import { chain } from "../connection/promises.js";
import { McpError, TOO_MANY_REQUESTS } from "../connection/errors.js";
import { RateLimit } from "../connection/rate.js";
import type { Call } from "../connection/call.js";

/** Who sent a request. */
export type Caller = Pick<Call, "auth" | "session" | "peer">;

/** Who may use the entries of a feature, and how often. */
export interface GuardSettings {
  /**
   * Whether the sender of this request may know and use an entry. To one who
   * may not, the entry is not there. Default: everybody may.
   */
  readonly access?:
    ((name: string, caller: Caller) => boolean | Promise<boolean>) | undefined;
  /**
   * Uses of one entry: at once, and a second in the long run. Default: a
   * million, and 100,000.
   */
  readonly rate?:
    { readonly burst: number; readonly perSecond: number } | undefined;
}

const RATE = { burst: 1_000_000, perSecond: 100_000 };

/** Holds the uses of a feature's entries against its settings. */
export class Guard {
  readonly #access: GuardSettings["access"];
  readonly #rate: { readonly burst: number; readonly perSecond: number };
  readonly #rates = new Map<string, RateLimit>();

  constructor({ access, rate = RATE }: GuardSettings) {
    this.#access = access;
    this.#rate = rate;
  }

  /**
   * Calls `use` when the sender may use the entry, `refuse` when not.
   *
   * @throws McpError 429 when the entry is used too often.
   */
  pass<T>(
    name: string,
    ctx: Call,
    use: () => T | Promise<T>,
    refuse: () => McpError,
  ): T | Promise<T> {
    const access = this.#access;
    const decide = (allowed: unknown): T | PromiseLike<T> => {
      // Who may not use it takes nothing from those who may.
      if (allowed !== true) throw refuse();
      this.#count(name);
      return use();
    };
    return chain<unknown, T>(access ? access(name, ctx) : true, decide);
  }

  /** The entries that the sender may know. */
  visible<E>(
    entries: readonly E[],
    nameOf: (entry: E) => string,
    ctx: Call,
  ): readonly E[] | Promise<readonly E[]> {
    const access = this.#access;
    if (access === undefined) return entries;
    const asked = entries.map((entry) => access(nameOf(entry), ctx));
    return Promise.all(asked).then((allowed) =>
      entries.filter((_, index) => allowed[index] === true),
    );
  }

  /** Forgets an entry that is gone. */
  forget(name: string): void {
    this.#rates.delete(name);
  }

  #count(name: string): void {
    let rate = this.#rates.get(name);
    if (rate === undefined) {
      rate = new RateLimit(this.#rate.burst, this.#rate.perSecond);
      this.#rates.set(name, rate);
    }
    if (rate.take()) return;
    const text = `${name} is used too often; try again later`;
    throw new McpError(TOO_MANY_REQUESTS, text);
  }
}
