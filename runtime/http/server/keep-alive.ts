import { every, unref } from "../../limits/timer.js";
import { COMMENT } from "./sse-write.js";
import type { HttpStream } from "../types.js";

/**
 * Writes a comment to each open stream at intervals. Each stream has a separate
 * timer, since a worker may only write to a stream in the context of its
 * request.
 */
export class KeepAlive {
  readonly #period: number;
  readonly #timers = new Map<HttpStream, ReturnType<typeof every>>();

  /** @param period Interval in milliseconds; Infinity for no comments. */
  constructor(period: number) {
    this.#period = period;
  }

  add(stream: HttpStream): void {
    const timer = every(this.#period, () => stream.write(COMMENT));
    this.#timers.set(stream, unref(timer));
  }

  delete(stream: HttpStream): void {
    clearInterval(this.#timers.get(stream));
    this.#timers.delete(stream);
  }
}
