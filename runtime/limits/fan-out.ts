import { nextTurn } from "./timer.js";

/**
 * Maximum number of deliveries that wait for their turn, and maximum total
 * length of their messages in characters. Above a limit, the delivery that has
 * waited longest is dropped.
 */
const MAX_WAITING = 1_000;
const MAX_WAITING_LENGTH = 16_777_216;

/** Message that is sent to several recipients. */
export interface Delivery<T> {
  readonly recipients: Iterable<T>;
  /** Sends the message to one recipient. The function must not throw. */
  readonly send: (recipient: T) => void;
  /**
   * Key of the message. A newer delivery with the same key replaces a delivery
   * that has not started yet.
   */
  readonly key?: string | undefined;
  /** Length of the message in characters. */
  readonly length?: () => number;
}

interface Waiting {
  readonly key: string | undefined;
  readonly length: number;
  /**
   * Sends the message to one recipient. Returns false after the last recipient.
   */
  readonly step: () => boolean;
}

/**
 * Sends messages to many recipients, to one recipient in each turn of the event
 * loop. Other work of the process runs between two recipients. Each recipient
 * gets the messages in the order in which they were passed to this object.
 */
export class FanOut {
  /** Deliveries in order. The first one may have started. */
  readonly #waiting: Waiting[] = [];
  #length = 0;

  /**
   * Sends a message to the first recipient now, and to each other recipient in
   * a later turn. If other deliveries are waiting, they are sent first.
   */
  send<T>(delivery: Delivery<T>): void {
    const { recipients, send, key, length } = delivery;
    const all = recipients[Symbol.iterator]();
    let next = all.next();
    if (this.#waiting.length === 0 && !next.done) {
      send(next.value);
      next = all.next();
    }
    if (next.done) return;
    const step = (): boolean => {
      send(next.value as T);
      next = all.next();
      return !next.done;
    };
    this.#add({ key, length: length?.() ?? 0, step });
  }

  /**
   * Runs a function in a turn in which nothing else is sent. The function must
   * not throw.
   */
  wait(run: () => void): void {
    const step = (): boolean => {
      run();
      return false;
    };
    this.#add({ key: undefined, length: 0, step });
  }

  #add(added: Waiting): void {
    const waiting = this.#waiting;
    const same = waiting.findIndex(
      ({ key }, at) => at > 0 && key !== undefined && key === added.key,
    );
    if (same > 0) this.#drop(same);
    waiting.push(added);
    this.#length += added.length;
    while (
      waiting.length > 2 &&
      (waiting.length > MAX_WAITING || this.#length > MAX_WAITING_LENGTH)
    ) {
      this.#drop(1);
    }
    if (waiting.length === 1) nextTurn(this.#step);
  }

  #drop(at: number): void {
    const [dropped] = this.#waiting.splice(at, 1);
    this.#length -= dropped?.length ?? 0;
  }

  readonly #step = (): void => {
    if (!this.#waiting[0]?.step()) this.#drop(0);
    if (this.#waiting.length > 0) nextTurn(this.#step);
  };
}
