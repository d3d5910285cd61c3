import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { after } from "../../limits/timer.js";

/**
 * Limits the number of concurrent operations. Further operations wait in a
 * queue and start in the order of their arrival.
 */
export class ConcurrencyLimit {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * Calls `run` when a slot is free. `run` receives the time spent waiting, in
   * milliseconds.
   *
   * @param limit Maximum time to wait for a slot, in milliseconds.
   * @throws ConnectionError if no slot became free within this time.
   */
  async run<T>(
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
        const text = `The request was not sent within ${limit} ms: too many concurrent calls to the server`;
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
