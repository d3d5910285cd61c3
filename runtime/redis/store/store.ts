import { asError } from "../../json-rpc/messages/errors.js";
import { after } from "../../limits/timer.js";
import type { Wire } from "./clients.js";

/** After a failure, for how long others are not even tried, in milliseconds. */
const PAUSE = 1_000;

/** How long nothing has to fail until a failure is news again. */
const CALM = 10_000;

/** The store did not do what it was asked. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/**
 * Runs scripts at the store. One that fails, or takes too long, is told of once; for
 * a while nothing waits for the store then.
 */
export class SharedStore {
  readonly prefix: string;
  /** Who is told that the store fails. */
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

  /** Keys of what belongs together are in one slot of a cluster: in braces. */
  key(together: string, ...rest: readonly string[]): string {
    return [this.prefix, `{${together}}`, ...rest].join(":");
  }

  /** What the channel of each process begins with. */
  get channels(): string {
    return `${this.prefix}:p:`;
  }

  /** The channel of one process; without a name the one of all. */
  channel(process = ""): string {
    return process === "" ? `${this.prefix}:all` : this.channels + process;
  }

  /**
   * Runs a script, which the store knows by its digest once it has had it. `probe`:
   * even while the store is known to fail.
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
          // Clients have words of their own for NOSCRIPT.
          if (!/no_?script/i.test(asError(error).message)) throw error;
          return this.#send(key, ["EVAL", script, ...rest]);
        },
      );
    } catch (error) {
      this.#fail(asError(error));
      throw new StoreError(asError(error).message, { cause: error });
    }
  }

  /** Hears what is told to one process, and to all. */
  hear(process: string, heard: (text: string) => void): Promise<() => void> {
    return this.#wire.hear([this.channel(), this.channel(process)], heard);
  }

  /**
   * What a promise comes to that the store is to keep.
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
