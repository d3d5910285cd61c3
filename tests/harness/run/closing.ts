import type { Test } from "uvu";

/**
 * Ends what the tests of a suite open, however they end: a server that is left
 * over would keep the process of a failed test alive. What is given to the
 * function that this answers is called after the running test, the last first.
 */
export function closing(test: Test): (close: () => unknown) => void {
  const open: (() => unknown)[] = [];
  test.after.each(async () => {
    const all = open.splice(0).reverse();
    // A test that ended well has closed it, which may not be done twice.
    await Promise.allSettled(all.map(async (close) => close()));
  });
  return (close) => void open.push(close);
}
