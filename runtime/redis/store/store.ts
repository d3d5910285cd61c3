import { asError } from "../../json-rpc/messages/errors.js";
import { after } from "../../limits/timer.js";
import type { Wire } from "./clients.js";

/** Time after a failure in which no scripts are run, in milliseconds. */
const PAUSE = 1_000;

/**
 * Time without a failure until the next failure is reported, in milliseconds.
 */
const CALM = 10_000;

/** Error: the store has failed. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/**
 * Runs scripts in the store. Reports the first failure or timeout, and then
 * rejects scripts for a while without running them.
 */
export class SharedStore {
  readonly prefix: string;
  /** Callback invoked with failures of the store. */
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

  /** Returns a key. Braces put related keys in one slot of a cluster. */
  key(together: string, ...rest: readonly string[]): string {
    return [this.prefix, `{${together}}`, ...rest].join(":");
  }

  /** Prefix of the channels of processes. */
  get channels(): string {
    return `${this.prefix}:p:`;
  }

  /** Returns the channel of one process, or of all processes. */
  channel(process = ""): string {
    return process === "" ? `${this.prefix}:all` : this.channels + process;
  }

  /**
   * Runs a script by its digest, or by its text if the store does not know the
   * digest. With `probe`, runs even after a failure.
   *
   * @throws StoreError when it fails.
   */
  async run(
    script: string,
    keys: readonly string[],
    args: readonly (string | number)[] = [],
    probe = false,
  ): Promise<unknown> {
    if (!probe && performance.now() - this.#failed < PAUSE) {
      throw new StoreError("The store is not there");
    }
    const rest = [String(keys.length), ...keys, ...args.map(String)];
    const [key = ""] = keys;
    try {
      const digest = this.#digests.get(script) ?? (await this.#digest(script));
      return await this.#send(key, ["EVALSHA", digest, ...rest]).catch(
        (error: unknown) => {
          // Clients have different messages for NOSCRIPT.
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
   * Resolves to the value of a promise of the store.
   *
   * @throws StoreError when it takes too long, or fails.
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
        reject(new Error(`The store took more than ${this.#timeout} ms`)),
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
    if (news) this.report(new StoreError(`The store: ${error.message}`));
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
