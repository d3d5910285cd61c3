import { every, unref } from "../../limits/timer.js";
import { COMMENT } from "./sse-write.js";
import type { HttpStream } from "../types.js";

/**
 * Writes a comment on each open stream now and then. Each has a timer of its
 * own: workers let a timer write to the stream of its own request alone.
 */
export class KeepAlive {
  readonly #period: number;
  readonly #timers = new Map<HttpStream, ReturnType<typeof every>>();

  /** `period` is in milliseconds; Infinity: no comments. */
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
