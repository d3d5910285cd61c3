/** Maximum time without a turn of the event loop, in milliseconds. */
const YIELD_MS = 10;
let yielded = 0;

/**
 * Lets signals and timers run, unless this happened less than `after`
 * milliseconds ago. Throws if the run was interrupted.
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
