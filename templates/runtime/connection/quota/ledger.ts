/** What each client of a server holds and how often it asks, over all connections. */
import { Traffic, type Limits, type TrafficKeeper } from "../limits.js";
import { RateLimit, type Rate } from "../rate.js";
import { Shares } from "./shares.js";

/** Limits of all clients of a server. */
export interface LedgerOptions {
  /** Of each client. */
  readonly limits: Limits | undefined;
  /** Requests of the transport, of each client; undefined is no limit. */
  readonly rate: Rate | undefined;
  /** Characters that are kept for all clients together. */
  readonly maxKept: number;
}

/** Clients that hold nothing and are remembered for their rate, about. */
const MAX_ACCOUNTS = 10_000;

/** The accounts of all clients of a server. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #kept = new Shares();
  /** The one used last comes last. */
  readonly #accounts = new Map<string, Account>();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** The account of a principal or an address. */
  of(holder: string): Account {
    const account =
      this.#accounts.get(holder) ??
      new Account(holder, this.#options, this.#kept);
    this.#accounts.delete(holder);
    this.#accounts.set(holder, account);
    if (this.#accounts.size > MAX_ACCOUNTS) this.#forget();
    return account;
  }

  /** Forgets the one that was unused for longest, if it holds nothing. */
  #forget(): void {
    const [oldest] = this.#accounts.values();
    if (oldest === undefined) return;
    this.#accounts.delete(oldest.holder);
    if (oldest.holds) this.#accounts.set(oldest.holder, oldest);
  }
}

/** What one client holds, over all its connections. */
export class Account extends Traffic {
  readonly holder: string;
  readonly #kept: Shares;
  readonly #maxKept: number;
  readonly #rate: RateLimit | undefined;

  constructor(
    holder: string,
    { limits, rate, maxKept }: LedgerOptions,
    kept: Shares,
  ) {
    super(limits);
    this.holder = holder;
    this.#kept = kept;
    this.#maxKept = maxKept;
    this.#rate = rate && new RateLimit(rate.burst, rate.perSecond);
  }

  /** Whether there is something to remember beside its rate. */
  get holds(): boolean {
    return this.running > 0 || this.#kept.of(this.holder) > 0;
  }

  /**
   * Whether so many more requests of the transport may be taken; counts them. A
   * negative number undoes that.
   */
  pass(count = 1): boolean {
    return this.#rate?.take(count) ?? true;
  }

  override fits(length: number): boolean {
    return this.#kept.fits(this.holder, length, this.#maxKept);
  }

  override hold(requests: number, length = 0): void {
    super.hold(requests, 0);
    this.#kept.add(this.holder, length);
  }
}

/** What one connection has of an account; it is given back as a whole. */
export class Holding implements TrafficKeeper {
  readonly #account: Account;
  #requests = 0;
  #length = 0;
  #released = false;

  constructor(account: Account) {
    this.#account = account;
  }

  get holder(): string {
    return this.#account.holder;
  }

  get running(): number {
    return this.#account.running;
  }

  take(): boolean {
    return this.#account.take();
  }

  admit(length?: number): void {
    this.#account.admit(length);
  }

  fits(length: number): boolean {
    return this.#account.fits(length);
  }

  hold(requests: number, length = 0): void {
    if (this.#released) return;
    this.#requests += requests;
    this.#length += length;
    this.#account.hold(requests, length);
  }

  /** The connection has ended: what it still has is given back. */
  release(): void {
    this.hold(-this.#requests, -this.#length);
    this.#released = true;
  }
}
