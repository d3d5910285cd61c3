import type { QuotaShares } from "../../../limits/quota-share.js";

/** Maximum number of messages in the backlog (message queue) of one session. */
const MAX_COUNT = 1_000;
/**
 * Maximum length of the backlog of one session, in characters. A longer message
 * is kept only if the backlog contains no other message.
 */
const MAX_LENGTH = 1_048_576;
/**
 * Maximum length of the backlogs of all sessions together, in characters. One
 * client may use at most half of what other clients leave free.
 */
const MAX_TOTAL = 16_777_216;

/**
 * Queued message, which has no related request. It waits until the client opens
 * a stream.
 */
export interface QueuedMessage {
  readonly method: string;
  /** Message serialized as JSON. */
  readonly data: string;
}

/**
 * Queue of messages for a client without an open stream. Above the limits,
 * drops log messages first and then the oldest messages.
 */
export class Backlog {
  readonly #all: QuotaShares;
  readonly #holder: string;
  readonly #waiting: QueuedMessage[] = [];
  #length = 0;

  /**
   * @param all Lengths of the backlogs of all sessions, by client.
   * @param holder Client that owns the session of this backlog.
   */
  constructor(all: QuotaShares, holder: string) {
    this.#all = all;
    this.#holder = holder;
  }

  add(message: QueuedMessage): void {
    const waiting = this.#waiting;
    const { method, data } = message;
    // A second `list_changed` notification for the same list is redundant,
    // because these notifications have no data.
    const plain = method.endsWith("/list_changed");
    if (plain && waiting.some((one) => one.data === data)) return;
    waiting.push(message);
    this.#count(data.length);
    while (
      waiting.length > MAX_COUNT ||
      (this.#length > MAX_LENGTH && waiting.length > 1) ||
      (waiting.length > 0 && !this.#fits)
    ) {
      this.#drop();
    }
  }

  /** Removes and returns all messages in the backlog. */
  take(): QueuedMessage[] {
    this.#count(-this.#length);
    return this.#waiting.splice(0);
  }

  /**
   * Whether the backlogs of this client together are within the client's quota.
   */
  get #fits(): boolean {
    return this.#all.fits(this.#holder, 0, MAX_TOTAL);
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
