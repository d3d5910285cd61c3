/** Which declarations reach themselves. */
import { findCycles } from "./cycles.js";
import { findType } from "./lookup.js";
import type { ProtocolModel } from "./types.js";
import { declarationTypes, walkType } from "./walk.js";

/** Tells whether a declaration refers to itself, if only through others. */
export function recursionOf(model: ProtocolModel): (name: string) => boolean {
  let cycles: ReadonlyMap<string, number> | undefined;

  function namesIn(name: string): readonly string[] {
    const declaration = findType(model, name);
    const found = new Set<string>();
    for (const type of declaration ? declarationTypes(declaration) : [])
      walkType(type, (inner) => {
        if (inner.kind === "reference") found.add(inner.name);
      });
    return [...found];
  }

  return (name) => {
    // Most schemas never ask.
    cycles ??= findCycles(
      model.declarations.map((declaration) => declaration.name),
      namesIn,
    );
    return cycles.has(name);
  };
}
