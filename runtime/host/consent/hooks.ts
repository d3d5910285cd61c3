/**
 * Calls the host's callbacks, such as `onChange`. Ignores the results of the
 * callbacks.
 */
import { attempt } from "../../json-rpc/promises.js";

type OnError = (server: string, error: Error) => unknown;

export class HostCallbacks {
  readonly #onError: OnError | undefined;

  constructor(onError: OnError | undefined) {
    this.#onError = onError;
  }

  /**
   * Calls a callback. If the callback throws or rejects, the error is only
   * reported to `onError`, because the event has already happened.
   */
  notify(server: string, hook: () => unknown): void {
    attempt(hook, this.#onError && ((error) => this.report(server, error)));
  }

  /** Reports an error to the callback `onError`, if that is set. */
  report(server: string, error: Error): void {
    attempt(() => this.#onError?.(server, error));
  }
}
