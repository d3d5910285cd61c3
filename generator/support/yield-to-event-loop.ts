/** For how long, in milliseconds, a run may work without letting signals in. */
const BREATH = 10;
let breathed = 0;

/**
 * Lets signals and timers in, unless it did so less than `after` milliseconds ago,
 * and stops when the run was interrupted.
 */
export async function yieldToEventLoop(
  signal: AbortSignal | undefined,
  after = BREATH,
): Promise<void> {
  if (!signal) return;
  if (performance.now() - breathed >= after) {
    await new Promise((resolve) => setImmediate(resolve));
    breathed = performance.now();
  }
  signal.throwIfAborted();
}
