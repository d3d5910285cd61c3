/**
 * Generated validators of several protocol revisions, split into statements so
 * that revisions can share equal statements.
 */
import { RUNTIME_NAMES } from "../validate/decoder-runtime.js";
import { decoderStatements } from "../validate/validators.js";
import type { DecoderPool, RevisionData } from "./page-data.js";

/**
 * Returns the statements of the validators of all revisions. Each distinct
 * statement occurs only once.
 */
export function decoderPool(revisions: readonly RevisionData[]): DecoderPool {
  const places = new Map<string, number>();
  const made = revisions.map(({ name, model }) => {
    const own = decoderStatements(model)
      .map(squeezed)
      .map((text) => {
        const place = places.get(text) ?? places.size;
        places.set(text, place);
        return place;
      });
    return [name, own] as const;
  });
  return {
    runtime: RUNTIME_NAMES,
    statements: [...places.keys()],
    revisions: Object.fromEntries(made),
  };
}

/**
 * Removes indentation and comments. This is safe because no string literal of
 * generated code contains a line end.
 */
function squeezed(text: string): string {
  return text
    .replace(/^\/\*\*.*\*\/\n/, "")
    .replaceAll("/*@__PURE__*/ ", "")
    .replace(/^\s+(?:\/\/.*$)?/gm, "")
    .replace(/,\n(?=[)\]}])/g, "\n");
}
