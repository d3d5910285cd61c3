/** Hooks of a host that are told of something, and decide nothing. */
import { attempt } from "../../json-rpc/promises.js";

type OnError = (server: string, error: Error) => unknown;

export class Hooks {
  readonly #onError: OnError | undefined;

  constructor(onError: OnError | undefined) {
    this.#onError = onError;
  }

  /**
   * Calls a hook. One that fails, now or later, is reported, and keeps nothing
   * from going on: what a server did has happened.
   */
  tell(server: string, hook: () => unknown): void {
    attempt(hook, this.#onError && ((error) => this.report(server, error)));
  }

  /** Tells `onError`, if it is there. */
  report(server: string, error: Error): void {
    attempt(() => this.#onError?.(server, error));
  }
}
