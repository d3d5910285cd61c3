import type { Shares } from "../../limits/quota-share.js";

/** Messages that wait in one session for its client to listen, at most. */
const MAX_COUNT = 1_000;
/** Their characters, but for one message that is longer by itself. */
const MAX_LENGTH = 1_048_576;
/**
 * Characters that wait in all sessions of a server, of which one client may
 * have as much as the others leave free.
 */
const MAX_TOTAL = 16_777_216;

/** A message that belongs to no request. */
export interface QueuedMessage {
  readonly method: string;
  /** The message, as JSON. */
  readonly data: string;
}

/**
 * Messages for a client that has no stream open, as most never have. Beyond the
 * limits the oldest are dropped, log messages first.
 */
export class Backlog {
  readonly #all: Shares;
  readonly #holder: string;
  readonly #waiting: QueuedMessage[] = [];
  #length = 0;

  /** `all` is what waits in all sessions; this one is the holder's. */
  constructor(all: Shares, holder: string) {
    this.#all = all;
    this.#holder = holder;
  }

  add(message: QueuedMessage): void {
    const waiting = this.#waiting;
    const { method, data } = message;
    // Notifications of changed lists say nothing else: one of each is enough.
    const plain = method.endsWith("/list_changed");
    if (plain && waiting.some((one) => one.data === data)) return;
    waiting.push(message);
    this.#count(data.length);
    while (
      waiting.length > MAX_COUNT ||
      (this.#length > MAX_LENGTH && waiting.length > 1) ||
      (waiting.length > 0 && !this.#fits(data.length))
    ) {
      this.#drop();
    }
  }

  /** Everything, which does not wait any longer. */
  take(): QueuedMessage[] {
    this.#count(-this.#length);
    return this.#waiting.splice(0);
  }

  /** Whether there was room for the last message, which is counted already. */
  #fits(length: number): boolean {
    return this.#all.fits(this.#holder, 0, MAX_TOTAL + length);
  }

  #drop(): void {
    const isLog = (one: QueuedMessage): boolean =>
      one.method === "notifications/message";
    const at = Math.max(0, this.#waiting.findIndex(isLog));
    const [one] = this.#waiting.splice(at, 1);
    if (one) this.#count(-one.data.length);
  }

  #count(length: number): void {
    this.#length += length;
    this.#all.add(this.#holder, length);
  }
}
