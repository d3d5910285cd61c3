import type { Test } from "uvu";

/**
 * Returns a function that registers a clean-up callback of the running test.
 * The callbacks run after the test in reverse order, also if it failed; an open
 * server would keep the process alive.
 */
export function closing(test: Test): (close: () => unknown) => void {
  const open: (() => unknown)[] = [];
  test.after.each(async () => {
    const all = open.splice(0).reverse();
    // A test that passed may already have closed some resources, so errors of
    // the callbacks are ignored.
    await Promise.allSettled(all.map(async (close) => close()));
  });
  return (close) => void open.push(close);
}
