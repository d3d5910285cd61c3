/**
 * Calls `start` with a function `resolve`, and waits until `resolve` is called.
 * `start` returns a clean-up function, which is called at the end of the wait.
 *
 * @throws The reason of the first signal that is aborted.
 */
export async function waitOrAbort<T>(
  signals: readonly AbortSignal[],
  start: (resolve: (value: T) => void) => () => unknown,
): Promise<T> {
  for (const signal of signals) signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const cleanups: (() => unknown)[] = [];
    const end = (): void => {
      for (const cleanup of cleanups) cleanup();
    };
    for (const signal of signals) {
      const abort = (): void => (end(), reject(signal.reason));
      signal.addEventListener("abort", abort, { once: true });
      cleanups.push(() => signal.removeEventListener("abort", abort));
    }
    cleanups.push(start((value) => (end(), resolve(value))));
  });
}
