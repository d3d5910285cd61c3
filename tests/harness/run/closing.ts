import type { Test } from "uvu";

/**
 * Returns a function that registers a clean-up callback for the running test.
 * The callbacks run in reverse order after the test, even if the test failed.
 * Without the clean-up, a server that the test left open would keep the process
 * alive.
 */
export function closing(test: Test): (close: () => unknown) => void {
  const open: (() => unknown)[] = [];
  test.after.each(async () => {
    const all = open.splice(0).reverse();
    // Ignore errors of the callbacks, because the test may already have closed
    // some resources.
    await Promise.allSettled(all.map(async (close) => close()));
  });
  return (close) => void open.push(close);
}
