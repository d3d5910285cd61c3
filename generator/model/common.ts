/** What two models have in common, by the normal forms of their types. */
import type { Normal, Normals } from "./normal.js";
import { once } from "./once.js";

/** A declared type as it is compared. */
interface Written {
  readonly text: string;
  /** Names of the types in it. */
  readonly refs: ReadonlySet<string>;
}

/**
 * Names of the types that are, with all that they are made of, the same in
 * both. Documentation does not count.
 */
export function typesInCommon(a: Normals, b: Normals): ReadonlySet<string> {
  const [inA, inB] = [writtenOf(a), writtenOf(b)];
  const common = new Set(
    [...inB].flatMap(([name, { text }]) =>
      inA.get(name)?.text === text ? [name] : [],
    ),
  );
  for (let before = -1; before !== common.size;) {
    before = common.size;
    for (const name of common)
      for (const ref of inB.get(name)?.refs ?? [])
        if (!common.has(ref)) common.delete(name);
  }
  return common;
}

/** All types that are no generic ones, and instances that they name. */
const writtenOf = once((normals: Normals): ReadonlyMap<string, Written> => {
  const written = new Map<string, Written>();
  const visit = (name: string): void => {
    if (written.has(name)) return;
    const body = normals.body(name);
    const refs = new Set(refsIn(body));
    written.set(name, { text: JSON.stringify(body), refs });
    refs.forEach(visit);
  };
  for (const declaration of normals.shapes.model.declarations)
    if (
      declaration.kind !== "constant" &&
      declaration.typeParameters.length === 0
    )
      visit(declaration.name);
  return written;
});

/** Names of the types that a part of a normal form refers to. */
function refsIn(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  return isRef(part) ? [part.name] : Object.values(part).flatMap(refsIn);
}

function isRef(part: object): part is Extract<Normal, { kind: "ref" }> {
  return (part as { kind?: unknown }).kind === "ref";
}
