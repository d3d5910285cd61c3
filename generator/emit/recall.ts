/**
 * What revisions of a run have in common is written once. One rule makes that
 * safe: a key names all that its writer looks at, so that what is written is a
 * function of the key, whichever model it is written for.
 */

/** What was made for the key earlier in the run, or what `make` makes now. */
export type Recall = <T>(key: () => readonly unknown[], make: () => T) => T;

/** For who writes for one model: nothing is looked for. */
export const makeAnew: Recall = (_, make) => make();

/** What is made for one run. */
export function createRecall(): Recall {
  const known = new Map<string, unknown>();
  return <T>(key: () => readonly unknown[], make: () => T): T => {
    const name = key().join("\0");
    if (!known.has(name)) known.set(name, make());
    return known.get(name) as T;
  };
}
