import { COMMENT } from "./sse-write.js";
import type { HttpStream } from "./types.js";

/**
 * Writes a comment on each open stream now and then. Each has a timer of its
 * own: workers let a timer write to the stream of its own request alone.
 */
export class KeepAlive {
  readonly #period: number;
  readonly #timers = new Map<HttpStream, ReturnType<typeof setInterval>>();

  /** `period` is in milliseconds. */
  constructor(period: number) {
    this.#period = period;
  }

  add(stream: HttpStream): void {
    const timer = setInterval(() => stream.write(COMMENT), this.#period);
    (timer as unknown as { unref?(): void }).unref?.();
    this.#timers.set(stream, timer);
  }

  delete(stream: HttpStream): void {
    clearInterval(this.#timers.get(stream));
    this.#timers.delete(stream);
  }
}
