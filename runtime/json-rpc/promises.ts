/**
 * Values that may be promises. Others are used at once, without a turn of the
 * microtask queue.
 */
import { asError } from "./messages/errors.js";

/** Whether a value is a promise, or any other object that can be awaited. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function";
}

/** `then(value)` for a value or the promise of one. */
export function chain<A, B>(
  value: A | PromiseLike<A>,
  then: (value: A) => B | PromiseLike<B>,
): B | Promise<B> {
  return isPromise(value)
    ? Promise.resolve(value).then(then)
    : (then(value) as B);
}

/**
 * Calls a hook that nobody waits for. One that throws, or whose promise rejects,
 * would end the process: `failed` is told instead, or else the console.
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
