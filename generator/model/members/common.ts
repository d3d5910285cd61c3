/** What two models have in common, by the normal forms of their types. */
import { keyOf, type Normal, type Normals } from "../normal/normal.js";

/**
 * Names of the types that are, with all that they are made of, the same in
 * both. Documentation does not count.
 */
export function typesInCommon(a: Normals, b: Normals): ReadonlySet<string> {
  /** Those that are written the same, with the types that they name. */
  const alike = new Map<string, readonly string[]>();
  const visit = (name: string): void => {
    const body = b.body(name);
    if (alike.has(name) || keyOf(body) !== keyOf(a.body(name))) return;
    const refs = refsIn(body);
    alike.set(name, refs);
    refs.forEach(visit);
  };
  const inA = new Set(typeNames(a));
  for (const name of typeNames(b)) if (inA.has(name)) visit(name);
  for (let before = -1; before !== alike.size;) {
    before = alike.size;
    for (const [name, refs] of alike)
      if (!refs.every((ref) => alike.has(ref))) alike.delete(name);
  }
  return new Set(alike.keys());
}

function typeNames({ shapes }: Normals): string[] {
  return shapes.model.declarations.flatMap((declaration) =>
    declaration.kind === "constant" ? [] : [declaration.name],
  );
}

/** Names of the types that a part of a normal form refers to. */
function refsIn(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  return isRef(part) ? [part.name] : Object.values(part).flatMap(refsIn);
}

function isRef(part: object): part is Extract<Normal, { kind: "ref" }> {
  return (part as { kind?: unknown }).kind === "ref";
}
