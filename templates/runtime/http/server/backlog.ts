/** Messages that wait in one session for its client to listen, at most. */
const MAX_COUNT = 1_000;
/** Their characters, but for one message that is longer by itself. */
const MAX_LENGTH = 1_048_576;
/** Characters that wait in all sessions of a server. */
const MAX_TOTAL = 16_777_216;

/** A message that belongs to no request. */
export interface Waiting {
  readonly method: string;
  /** The message, as JSON. */
  readonly data: string;
}

/** What waits in all sessions of a server together. */
export class Backlogs {
  /** In characters. */
  length = 0;
}

/**
 * Messages for a client that has no stream open, as most never have. Beyond the
 * limits the oldest are dropped, log messages first.
 */
export class Backlog {
  readonly #all: Backlogs;
  readonly #waiting: Waiting[] = [];
  #length = 0;

  constructor(all: Backlogs) {
    this.#all = all;
  }

  add(message: Waiting): void {
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
      (this.#all.length > MAX_TOTAL && waiting.length > 0)
    ) {
      this.#drop();
    }
  }

  /** Everything, which does not wait any longer. */
  take(): Waiting[] {
    this.#count(-this.#length);
    return this.#waiting.splice(0);
  }

  #drop(): void {
    const isLog = (one: Waiting): boolean =>
      one.method === "notifications/message";
    const at = Math.max(0, this.#waiting.findIndex(isLog));
    const [one] = this.#waiting.splice(at, 1);
    if (one) this.#count(-one.data.length);
  }

  #count(length: number): void {
    this.#length += length;
    this.#all.length += length;
  }
}
