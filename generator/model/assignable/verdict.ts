/** Answers with a third value, for what can not be told. */

/** Null where it can not be told. */
export type Verdict = boolean | null;

/** Whether all are true; what can not be told of one leaves it open. */
export function all<T>(
  items: readonly T[],
  test: (item: T, at: number) => Verdict,
): Verdict {
  let verdict: Verdict = true;
  for (const [at, item] of items.entries()) {
    const one = test(item, at);
    if (one === false) return false;
    if (one === null) verdict = null;
  }
  return verdict;
}

/** Whether one is true. */
export function some<T>(
  items: readonly T[],
  test: (item: T) => Verdict,
): Verdict {
  let verdict: Verdict = false;
  for (const item of items) {
    const one = test(item);
    if (one === true) return true;
    if (one === null) verdict = null;
  }
  return verdict;
}
