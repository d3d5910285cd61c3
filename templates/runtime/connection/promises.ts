/** Values that may be promises, and need not be waited for where they are none. */

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
