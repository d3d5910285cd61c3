/**
 * Helpers for values that may be promises. A value that is not a promise is
 * used at once, without a turn of the microtask queue.
 */
import { asError } from "./messages/errors.js";

/**
 * Returns true if a value is a promise, or another object that can be awaited.
 */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function";
}

/**
 * Calls `then` with a value, at once, or with the result of a promise once it
 * resolves.
 */
export function chain<A, B>(
  value: A | PromiseLike<A>,
  then: (value: A) => B | PromiseLike<B>,
): B | Promise<B> {
  return isPromise(value)
    ? Promise.resolve(value).then(then)
    : (then(value) as B);
}

/**
 * Calls a hook whose result is not awaited. An error or a rejection would end
 * the process, so it is passed to `failed`, or printed on the console by
 * default.
 */
export function attempt(
  run: () => unknown,
  failed: (error: Error) => void = console.error,
): void {
  const fail = (error: unknown): void => failed(asError(error));
  try {
    const outcome = run();
    if (isPromise(outcome)) outcome.then(undefined, fail);
  } catch (error) {
    fail(error);
  }
}
