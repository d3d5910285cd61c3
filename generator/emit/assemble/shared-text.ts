/**
 * What revisions of a run have in common is made once. One rule makes that
 * safe: a key holds all that its maker looks at, so that what is made is a
 * function of the key, whichever revision it is made for.
 */
import { deepEqualIgnoringPositions } from "../../model/identity/same.js";

/** What was made for an equal key earlier in the run, or what `make` makes now. */
export type Recall = <T>(key: readonly unknown[], make: () => T) => T;

/** For one run, whose keys are all of one kind. */
export function createRecall(): Recall {
  const known: { readonly key: readonly unknown[]; readonly made: unknown }[] =
    [];
  return <T>(key: readonly unknown[], make: () => T): T => {
    const found = known.find((one) => deepEqualIgnoringPositions(one.key, key));
    if (found) return found.made as T;
    const made = make();
    known.push({ key, made });
    return made;
  };
}
