/**
 * What revisions of a run have in common is written once. One rule makes that
 * safe: a key names all that its writer looks at, so that what is written is a
 * function of the key, whichever model it is written for.
 */
import { sayTheSame } from "../model/same.js";

/** Texts, facts, and parts of models or layouts, compared by what they say. */
export type Key = readonly unknown[];

/** What was made for the key earlier in the run, or what `make` makes now. */
export type Recall = <T>(key: () => Key, make: () => T) => T;

/** For who writes for one model: nothing is looked for. */
export const makeAnew: Recall = (_, make) => make();

/** What is made for one run. */
export function createRecall(): Recall {
  const known = new Map<string, { readonly parts: Key; made: unknown }[]>();
  return <T>(key: () => Key, make: () => T): T => {
    const all = key();
    const name = all.filter((part) => !isObject(part)).join("\0");
    const parts = all.filter(isObject);
    const namesakes = known.get(name) ?? [];
    let found = namesakes.find((one) => sayTheSame(one.parts, parts));
    if (!found) {
      found = { parts, made: make() };
      known.set(name, [...namesakes, found]);
    }
    return found.made as T;
  };
}

function isObject(part: unknown): boolean {
  return typeof part === "object" && part !== null;
}
