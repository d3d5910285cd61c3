/**
 * Counts event loop turns and JSON.stringify calls. Tests use these counts to
 * check that a server does not repeat work for each client.
 */

/** Counts the turns of the event loop until `stop` is called. */
export function countTurns(): { readonly turn: number; stop(): void } {
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  return {
    get turn() {
      return turn;
    },
    stop: () => clearImmediate(next),
  };
}

/**
 * Runs `run`. Returns the number of strings with at least `least` characters
 * that JSON.stringify creates meanwhile.
 */
export async function countLongTexts(
  least: number,
  run: () => Promise<unknown>,
): Promise<number> {
  const { stringify } = JSON;
  let count = 0;
  JSON.stringify = (...given: unknown[]) => {
    const text = stringify(...(given as [unknown])) as string | undefined;
    if ((text?.length ?? 0) >= least) count += 1;
    return text as string;
  };
  try {
    await run();
  } finally {
    JSON.stringify = stringify;
  }
  return count;
}
