/**
 * Calls the host's callbacks that are only notified and whose result is
 * ignored.
 */
import { attempt } from "../../json-rpc/promises.js";

type OnError = (server: string, error: Error) => unknown;

export class HostCallbacks {
  readonly #onError: OnError | undefined;

  constructor(onError: OnError | undefined) {
    this.#onError = onError;
  }

  /**
   * Calls a callback. An exception or rejection is reported to `onError` and
   * has no other effect: the event has already happened.
   */
  notify(server: string, hook: () => unknown): void {
    attempt(hook, this.#onError && ((error) => this.report(server, error)));
  }

  /** Calls `onError`, if it is set. */
  report(server: string, error: Error): void {
    attempt(() => this.#onError?.(server, error));
  }
}
