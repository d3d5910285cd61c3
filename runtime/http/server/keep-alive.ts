import { every, unref } from "../../limits/timer.js";
import { COMMENT } from "./sse-write.js";
import type { HttpStream } from "../types.js";

/**
 * Writes SSE comments to each open stream at regular intervals. Each stream has
 * a separate timer, because in Cloudflare Workers only the context of a request
 * may write to its stream.
 */
export class KeepAlive {
  readonly #period: number;
  readonly #timers = new Map<HttpStream, ReturnType<typeof every>>();

  /**
   * @param period Interval between comments, in milliseconds; Infinity disables
   *   the comments.
   */
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
