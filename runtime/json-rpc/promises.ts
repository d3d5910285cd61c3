/**
 * Helpers for values that may be promises. A value that is not a promise is
 * used immediately instead of after a microtask.
 */
import { asError } from "./messages/errors.js";

/**
 * Returns true if a value is a promise, or another object with a `then` method.
 */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function";
}

/**
 * Calls `then` with a value. If the value is a promise, `then` is called after
 * the promise has resolved, otherwise immediately.
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
 * Calls a hook without waiting for its result. An uncaught error or rejection
 * of the hook would end the process. Therefore the error is passed to `failed`,
 * or by default printed on the console.
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
