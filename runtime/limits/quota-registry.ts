/** What each client of a server holds and how often it asks, over all connections. */
import {
  Traffic,
  type CountedCall,
  type Limits,
  type TrafficKeeper,
} from "./limits.js";
import { RateLimit, type Rate } from "./rate-limit.js";
import { after, unref } from "./timer.js";
import { Link } from "./lru-list.js";
import { Share } from "./quota-share.js";

/** Limits of all clients of a server. */
export interface LedgerOptions {
  /** Of each client. */
  readonly limits: Limits | undefined;
  /** Requests of the transport, of each client; undefined is no limit. */
  readonly rate: Rate | undefined;
  /** What counts the rate of a client over several processes. */
  readonly shared?:
    { limit(holder: string, rate: Rate): Pick<RateLimit, "take"> } | undefined;
  /**
   * Characters of the requests of all clients that are being answered, and again
   * of what is kept beyond those.
   */
  readonly maxKept: number;
}

/** Clients that hold nothing and are remembered for their rate, about. */
const MAX_ACCOUNTS = 10_000;

/**
 * Characters that a request or a session counts as, at least: so much it costs
 * to have one, whatever it says.
 */
export const HELD_LENGTH = 4_000;

/**
 * How long the message of a request counts that its client no longer waits for,
 * unless its handler ends before, in milliseconds.
 */
const HELD_LEFT = 60_000;

/** The accounts of all clients of a server. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #running = { total: 0 };
  readonly #kept = { total: 0 };
  /**
   * By the names themselves: text that is put together for each request is
   * hashed anew for each.
   */
  readonly #accounts = {
    address: new Map<string, Account>(),
    subject: new Map<string, Account>(),
  };
  /** The one used last comes last. */
  readonly #used = new Link<Account>();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** The account of an address, or of a principal's subject. */
  of(kind: HolderKind, name: string): Account {
    const { address, subject } = this.#accounts;
    const accounts = this.#accounts[kind];
    let account = accounts.get(name);
    if (account === undefined) {
      const running = new Share(this.#running);
      const kept = new Share(this.#kept);
      account = new Account(kind, name, this.#options, running, kept);
      accounts.set(name, account);
    }
    account.link.moveBefore(this.#used);
    if (address.size + subject.size > MAX_ACCOUNTS) this.#forget();
    return account;
  }

  /** Forgets the one that was unused for longest, if it holds nothing. */
  #forget(): void {
    const oldest = this.#used.next.value;
    if (oldest === undefined) return;
    if (oldest.holds) return oldest.link.moveBefore(this.#used);
    oldest.link.leave();
    this.#accounts[oldest.kind].delete(oldest.name);
  }
}

/** What a client is known by. */
export type HolderKind = "address" | "subject";

/** What one client holds, over all its connections. */
export class Account extends Traffic {
  readonly kind: HolderKind;
  readonly name: string;
  /** Unlike that of any other, whatever its kind. */
  readonly holder: string;
  /** Its place among all that are remembered. */
  readonly link: Link<Account> = new Link<Account>(this);
  /** Characters of requests that are being answered, and of what is kept. */
  readonly #running: Share;
  readonly #kept: Share;
  readonly #maxKept: number;
  readonly #passes: Pick<RateLimit, "take"> | undefined;
  /** Requests that are being answered, on all connections. */
  #requests = 0;

  constructor(
    kind: HolderKind,
    name: string,
    { limits, rate, maxKept, shared }: LedgerOptions,
    running: Share,
    kept: Share,
  ) {
    super(limits);
    this.kind = kind;
    this.name = name;
    this.holder = `${kind} ${name}`;
    this.#running = running;
    this.#kept = kept;
    this.#maxKept = maxKept;
    this.#passes =
      rate &&
      (shared?.limit(this.holder, rate) ??
        new RateLimit(rate.burst, rate.perSecond));
  }

  /** Whether there is something to remember beside its rate. */
  get holds(): boolean {
    return this.#running.held > 0 || this.#kept.held > 0;
  }

  /**
   * Whether so many more requests of the transport may be taken; counts them. A
   * negative number undoes that.
   */
  pass(count = 1): boolean {
    return this.#passes?.take(count) ?? true;
  }

  override admit(_running: number, call: CountedCall): boolean {
    return (
      this.#running.fits(lengthOfCall(call), this.#maxKept) &&
      super.admit(this.#requests, call)
    );
  }

  hold(call: CountedCall, outcome: PromiseLike<unknown>): void {
    const length = lengthOfCall(call);
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
    call.left = () => {
      leave();
      timer = unref(after(HELD_LEFT, free));
    };
  }

  /**
   * Whether so many bytes more may arrive of a body that is not whole yet; counts
   * them. A negative number gives them back.
   */
  arrive(length: number): boolean {
    const most = length > 0 ? this.#maxKept : Infinity;
    if (!this.#running.fits(length, most)) return false;
    this.#running.add(length);
    return true;
  }

  /**
   * Counts an answer that waits for its reader, and returns as how much, which is
   * to be given back as of a body. However long it is, others find room beside it.
   */
  wait(length: number): number {
    const room = this.#running.room(this.#maxKept) / 2;
    const counted = Math.max(0, Math.min(length, room));
    this.#running.add(counted);
    return counted;
  }

  override fits(length: number): boolean {
    return this.#kept.fits(length, this.#maxKept);
  }

  override keep(length: number): void {
    this.#kept.add(length);
  }
}

/** Characters that a request counts as: those of its message, or more. */
function lengthOfCall({ origin }: CountedCall): number {
  return Math.max(HELD_LENGTH, origin?.length ?? 0);
}

/** What one connection has of an account: it is given back as a whole. */
export class Holding implements TrafficKeeper {
  readonly uris: Set<string> = new Set();
  readonly #account: Account;
  #kept = 0;
  #released = false;

  constructor(account: Account) {
    this.#account = account;
  }

  get holder(): string {
    return this.#account.holder;
  }

  take(): boolean {
    return this.#account.take();
  }

  admit(running: number, call: CountedCall): boolean {
    return this.#account.admit(running, call);
  }

  hold(call: CountedCall, outcome: PromiseLike<unknown>): void {
    this.#account.hold(call, outcome);
  }

  fits(length: number): boolean {
    return this.#account.fits(length);
  }

  keep(length: number): void {
    if (this.#released) return;
    this.#kept += length;
    this.#account.keep(length);
  }

  /** The connection has ended: what is still kept for it is not any more. */
  release(): void {
    this.keep(-this.#kept);
    this.#released = true;
  }
}
