/** For how long, in milliseconds, a run may work without letting signals in. */
const YIELD_MS = 10;
let yielded = 0;

/**
 * Lets signals and timers in, unless it did so less than `after` milliseconds ago,
 * and stops when the run was interrupted.
 */
export async function yieldToEventLoop(
  signal: AbortSignal | undefined,
  after = YIELD_MS,
): Promise<void> {
  if (!signal) return;
  if (Date.now() - yielded >= after) {
    await new Promise((resolve) => setImmediate(resolve));
    yielded = Date.now();
  }
  signal.throwIfAborted();
}
