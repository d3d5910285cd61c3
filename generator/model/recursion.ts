/** Which declarations reach themselves. */
import { findType } from "./lookup.js";
import type { ProtocolModel } from "./types.js";
import { declarationTypes, walkType } from "./walk.js";

/** Tells whether a declaration refers to itself, if only through others. */
export function recursionOf(model: ProtocolModel): (name: string) => boolean {
  const known = new Map<string, boolean>();

  function reached(from: string): Set<string> {
    const seen = new Set<string>();
    const visit = (at: string): void => {
      const declaration = findType(model, at);
      if (!declaration) return;
      for (const type of declarationTypes(declaration)) {
        walkType(type, (inner) => {
          if (inner.kind !== "reference" || seen.has(inner.name)) return;
          seen.add(inner.name);
          visit(inner.name);
        });
      }
    };
    visit(from);
    return seen;
  }

  return (name) => {
    let answer = known.get(name);
    if (answer === undefined) {
      answer = reached(name).has(name);
      known.set(name, answer);
    }
    return answer;
  };
}
