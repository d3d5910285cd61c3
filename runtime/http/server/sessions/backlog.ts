import type { QuotaShares } from "../../../limits/quota-share.js";

/** Maximum number of messages in the backlog of one session. */
const MAX_COUNT = 1_000;
/**
 * Maximum length of one backlog, in characters; a single message may be longer.
 */
const MAX_LENGTH = 1_048_576;
/**
 * Maximum length of all backlogs of a server, in characters. One client may use
 * as much as the others leave free.
 */
const MAX_TOTAL = 16_777_216;

/** Message without a related request. */
export interface QueuedMessage {
  readonly method: string;
  /** The message, as JSON. */
  readonly data: string;
}

/**
 * Messages for a client without an open stream. Drops the oldest messages above
 * the limits, log messages first.
 */
export class Backlog {
  readonly #all: QuotaShares;
  readonly #holder: string;
  readonly #waiting: QueuedMessage[] = [];
  #length = 0;

  /**
   * @param all Lengths of all backlogs.
   * @param holder Client of this one.
   */
  constructor(all: QuotaShares, holder: string) {
    this.#all = all;
    this.#holder = holder;
  }

  add(message: QueuedMessage): void {
    const waiting = this.#waiting;
    const { method, data } = message;
    // Notifications of changed lists carry no data, so one of each is enough.
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

  /** Removes and returns all messages. */
  take(): QueuedMessage[] {
    this.#count(-this.#length);
    return this.#waiting.splice(0);
  }

  /** Whether the limits allow the last message, which is already counted. */
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
