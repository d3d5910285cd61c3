/**
 * Limits on the input that a server may ask of the user during one call. A
 * client uses these limits wherever it answers input requests.
 */
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { after } from "../../limits/timer.js";
import { isObject } from "../../validation/guards.js";

/** Maximum number of times that a server may ask for input during one call. */
const MAX_ROUNDS = 20;
/** Maximum number of input requests that a server may send together. */
const MAX_INPUT_REQUESTS = 100;
/** Maximum number of web pages that the user is asked to visit for one call. */
const MAX_PAGES = 10;

/**
 * Counter of the input that a server asks for during one call. The call, its
 * retries and its task share one counter.
 */
export class InputBudget {
  /** Start of the call, on the clock of `performance.now`. */
  readonly startedAt: number = performance.now();
  #rounds = 0;
  #pages = 0;

  /**
   * Counts one round of input requests. Returns an error text if the server
   * asks for too much, and undefined otherwise.
   */
  countRound(method: string, requests: readonly unknown[]): string | undefined {
    if ((this.#rounds += 1) > MAX_ROUNDS) {
      return `The server did not answer ${method} after asking for input ${MAX_ROUNDS} times`;
    }
    if (requests.length > MAX_INPUT_REQUESTS) {
      return `The server sent more than ${MAX_INPUT_REQUESTS} input requests in one result`;
    }
    return this.countPages(requests.filter(isPage).length)
      ? undefined
      : `The server asked the user to open more than ${MAX_PAGES} web pages for ${method}`;
  }

  /** Counts web pages. Returns false if the user is asked to visit too many. */
  countPages(pages: number): boolean {
    return (this.#pages += pages) <= MAX_PAGES;
  }
}

/** Returns true if an input request asks the user to visit a web page. */
function isPage(request: unknown): boolean {
  return (
    isObject(request) &&
    isObject(request.params) &&
    request.params.mode === "url"
  );
}

/**
 * Runs `work` with a signal that is aborted `maxTimeout` milliseconds after the
 * start of a call. An abort of the caller's signal also aborts this signal.
 *
 * @throws ConnectionError if `work` stops because of the time limit.
 */
export async function limitTime<T>(
  { method, startedAt, maxTimeout, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal?.reason);
  const timer = after(startedAt + maxTimeout - performance.now(), () => {
    const text = `${method} took more than ${maxTimeout} ms`;
    controller.abort(new ConnectionError("timeout", text));
  });
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Time limit of a call. `startedAt` is on the clock of `performance.now`. */
interface TimeLimit {
  readonly method: string;
  readonly startedAt: number;
  readonly maxTimeout: number;
  readonly signal: AbortSignal | undefined;
}
