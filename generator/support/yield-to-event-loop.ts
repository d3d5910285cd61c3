/** Maximum time, in milliseconds, without giving control to the event loop. */
const YIELD_MS = 10;
let yielded = 0;

/**
 * Gives control to the event loop, so that signals and timers run. Does nothing
 * if this happened less than `after` milliseconds ago. Throws if the run was
 * interrupted.
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
