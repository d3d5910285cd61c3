import { nextTurn } from "./timer.js";

/**
 * Maximum number of messages that wait for their turn, and their maximum total
 * length in characters. Above a limit, the message that has waited longest is
 * dropped.
 */
const MAX_WAITING = 1_000;
const MAX_WAITING_LENGTH = 16_777_216;

/**
 * Calls `send` for the first recipient now, and for each other recipient in a
 * later turn of the event loop. `send` must not throw.
 */
export function inTurns<T>(
  recipients: Iterable<T>,
  send: (recipient: T) => void,
): void {
  const all = recipients[Symbol.iterator]();
  let next = all.next();
  const step = (): void => {
    if (next.done) return;
    send(next.value);
    next = all.next();
    if (!next.done) nextTurn(step);
  };
  step();
}

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
  readonly key?: string | undefined;
  /**
   * Length of the message in characters. Undefined for a function that was
   * passed to `wait()`: such a function is never dropped.
   */
  readonly length?: number;
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
  /**
   * Waiting deliveries and functions, in order. The first delivery may have
   * reached some recipients already.
   */
  readonly #waiting: Waiting[] = [];
  #messages = 0;
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
   * Runs a function in a separate turn of the event loop, after the messages
   * that are already waiting. The function must not throw. Functions are never
   * dropped, so the caller must limit their number.
   */
  wait(run: () => void): void {
    const step = (): boolean => {
      run();
      return false;
    };
    this.#add({ step });
  }

  #add(added: Waiting): void {
    const waiting = this.#waiting;
    const { key } = added;
    if (key !== undefined) this.#drop((other) => other.key === key);
    waiting.push(added);
    this.#count(added, 1);
    let dropped = true;
    while (dropped && this.#isFull()) {
      dropped = this.#drop(
        (other) => other !== added && other.length !== undefined,
      );
    }
    if (waiting.length === 1) nextTurn(this.#step);
  }

  #isFull(): boolean {
    return this.#messages > MAX_WAITING || this.#length > MAX_WAITING_LENGTH;
  }

  /**
   * Drops the first delivery that has not started and for which `matches`
   * returns true. Returns false if there is none.
   */
  #drop(matches: (other: Waiting) => boolean): boolean {
    const found = this.#waiting.findIndex(
      (other, at) => at > 0 && matches(other),
    );
    if (found > 0) this.#remove(found);
    return found > 0;
  }

  #remove(at: number): void {
    const [removed] = this.#waiting.splice(at, 1);
    if (removed) this.#count(removed, -1);
  }

  #count({ length }: Waiting, sign: 1 | -1): void {
    if (length === undefined) return;
    this.#messages += sign;
    this.#length += sign * length;
  }

  readonly #step = (): void => {
    if (!this.#waiting[0]?.step()) this.#remove(0);
    if (this.#waiting.length > 0) nextTurn(this.#step);
  };
}
