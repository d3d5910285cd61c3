/**
 * What revisions of a run have in common is written once. One rule makes that
 * safe: a key names all that its writer looks at, so that what is written is a
 * function of the key, whichever model it is written for.
 */
import { deepEqualIgnoringPositions } from "../../model/identity/same.js";

/**
 * The kind and the name, then strings, booleans, and parts of models or layouts,
 * which are compared deeply, positions ignored.
 */
export type Key = readonly [kind: string, name: string, ...rest: unknown[]];

/** What was made for the key earlier in the run, or what `make` makes now. */
export type Recall = <T>(key: () => Key, make: () => T) => T;

/** For one model alone: everything is made. */
export const noSharing: Recall = (_, make) => make();

/** What is made for one run. */
export function createRecall(): Recall {
  const known = new Map<
    string,
    { readonly key: Key; readonly made: unknown }[]
  >();
  return <T>(keyOf: () => Key, make: () => T): T => {
    const key = keyOf();
    const name = `${key[0]} ${key[1]}`;
    let namesakes = known.get(name);
    if (!namesakes) known.set(name, (namesakes = []));
    const found = namesakes.find((one) =>
      deepEqualIgnoringPositions(one.key, key),
    );
    if (found) return found.made as T;
    const made = make();
    namesakes.push({ key, made });
    return made;
  };
}
