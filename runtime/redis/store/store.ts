import { asError } from "../../json-rpc/messages/errors.js";
import { after } from "../../limits/timer.js";
import type { Wire } from "./clients.js";

/**
 * Time after a failure of the store during which no scripts are run, in
 * milliseconds.
 */
const PAUSE = 1_000;

/**
 * Time without a failure of the store after which the next failure is reported
 * again, in milliseconds.
 */
const CALM = 10_000;

/**
 * Error that is thrown when the Redis store fails or does not answer in time.
 */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/**
 * Runs scripts in the Redis store. Reports the first failure or timeout. For a
 * short time after a failure, it rejects scripts without running them.
 */
export class SharedStore {
  readonly prefix: string;
  /** Callback invoked with a failure of the store. */
  report: (problem: Error) => void = console.error;
  readonly #wire: Wire;
  readonly #timeout: number;
  readonly #digests = new Map<string, string>();
  #failed = -Infinity;

  constructor(wire: Wire, prefix: string, timeout: number) {
    this.#wire = wire;
    this.prefix = prefix;
    this.#timeout = timeout;
  }

  /**
   * Returns the store key of a value. `together` is put in braces, so that a
   * Redis cluster keeps keys with equal `together` in one slot.
   */
  key(together: string, ...rest: readonly string[]): string {
    return [this.prefix, `{${together}}`, ...rest].join(":");
  }

  /** Prefix of the channels of single processes. */
  get channels(): string {
    return `${this.prefix}:p:`;
  }

  /**
   * Returns the channel of one process. Without a name, returns the channel of
   * all processes.
   */
  channel(process = ""): string {
    return process === "" ? `${this.prefix}:all` : this.channels + process;
  }

  /**
   * Runs a script by its digest. If the store does not know the digest, runs
   * the script by its text. With `probe`, the script is run even shortly after
   * a failure.
   *
   * @throws StoreError if the store fails or does not answer in time.
   */
  async run(
    script: string,
    keys: readonly string[],
    args: readonly (string | number)[] = [],
    probe = false,
  ): Promise<unknown> {
    if (!probe && performance.now() - this.#failed < PAUSE) {
      throw new StoreError("The Redis store failed recently");
    }
    const rest = [String(keys.length), ...keys, ...args.map(String)];
    const [key = ""] = keys;
    try {
      const digest = this.#digests.get(script) ?? (await this.#digest(script));
      return await this.#send(key, ["EVALSHA", digest, ...rest]).catch(
        (error: unknown) => {
          // The Redis clients have different messages for the error NOSCRIPT.
          if (!/no_?script/i.test(asError(error).message)) throw error;
          return this.#send(key, ["EVAL", script, ...rest]);
        },
      );
    } catch (error) {
      this.#fail(asError(error));
      throw new StoreError(asError(error).message, { cause: error });
    }
  }

  /** Subscribes to the channels of one process and of all processes. */
  hear(process: string, heard: (text: string) => void): Promise<() => void> {
    return this.#wire.hear([this.channel(), this.channel(process)], heard);
  }

  /**
   * Resolves to the value of a promise that depends on the store.
   *
   * @throws StoreError if the promise rejects or takes too long.
   */
  async inTime<T>(promise: Promise<T>): Promise<T> {
    try {
      return await this.#inTime(promise);
    } catch (error) {
      this.#fail(asError(error));
      throw new StoreError(asError(error).message, { cause: error });
    }
  }

  #send(key: string, command: readonly string[]): Promise<unknown> {
    return this.#inTime(this.#wire.send(key, command));
  }

  #inTime<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = after(this.#timeout, () =>
        reject(
          new Error(
            `The Redis store did not respond within ${this.#timeout} ms`,
          ),
        ),
      );
      const end = (): void => clearTimeout(timer);
      promise
        .then(resolve, (error: unknown) => reject(asError(error)))
        .finally(end);
    });
  }

  #fail(error: Error): void {
    const now = performance.now();
    const news = now - this.#failed > CALM;
    this.#failed = now;
    if (news)
      this.report(new StoreError(`The Redis store failed: ${error.message}`));
  }

  async #digest(script: string): Promise<string> {
    const bytes = new TextEncoder().encode(script);
    const sum = await crypto.subtle.digest("SHA-1", bytes);
    const digest = [...new Uint8Array(sum)]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    this.#digests.set(script, digest);
    return digest;
  }
}
