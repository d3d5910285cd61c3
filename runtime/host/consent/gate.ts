import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { after } from "../../limits/timer.js";

/** Lets so many pass at a time; the others wait in order. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * Calls `run`, with how many milliseconds it waited, which are not more than
   * `limit`.
   *
   * @throws ConnectionError when its turn has not come by then.
   */
  async pass<T>(
    run: (waited: number) => Promise<T>,
    signal?: AbortSignal,
    limit: number = Infinity,
  ): Promise<T> {
    signal?.throwIfAborted();
    let waited = 0;
    if (this.#free > 0) this.#free--;
    else {
      const began = performance.now();
      await this.#turn(limit, signal);
      waited = Math.round(performance.now() - began);
    }
    try {
      signal?.throwIfAborted();
      return await run(waited);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  #turn(limit: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        const text = `Not sent within ${limit} ms: too many calls wait for an answer`;
        reject(
          signal?.aborted
            ? (signal.reason as Error)
            : new ConnectionError("timeout", text),
        );
      };
      const timer = after(limit, leave);
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(go);
    });
  }
}
