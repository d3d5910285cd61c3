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
  const known = new Map<
    string,
    { readonly parts: Key; readonly made: unknown }[]
  >();
  return <T>(key: () => Key, make: () => T): T => {
    const parts: unknown[] = [];
    let name = "";
    for (const part of key())
      if (typeof part === "object" && part !== null) parts.push(part);
      else name += `${String(part)}\0`;
    let namesakes = known.get(name);
    if (!namesakes) known.set(name, (namesakes = []));
    const found = namesakes.find((one) => sayTheSame(one.parts, parts));
    if (found) return found.made as T;
    const made = make();
    namesakes.push({ parts, made });
    return made;
  };
}
