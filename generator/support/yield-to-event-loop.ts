/** Maximum time without giving control to the event loop, in milliseconds. */
const YIELD_MS = 10;
let yielded = 0;

/**
 * Gives control to the event loop, so that signals and timers run. Does not
 * give control again within `after` milliseconds. Throws an error if the run
 * was interrupted.
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
