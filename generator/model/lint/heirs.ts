import type { Declarations } from "../members/resolve.js";
import type { Declaration, TypeNode } from "../types.js";

/** True for what is, or extends, one of the bases, if only through others. */
export function extendsOne(
  declaration: Declaration,
  bases: ReadonlySet<string>,
  declarations: Declarations,
): boolean {
  if (declaration.kind === "constant") return false;
  const seen = new Set<string>();
  const pending: TypeNode[] =
    declaration.kind === "alias"
      ? [declaration.type]
      : [...declaration.extends];
  for (let type = pending.pop(); type; type = pending.pop()) {
    if (type.kind === "intersection") pending.push(...type.types);
    if (type.kind === "omit") pending.push(type.type);
    if (type.kind !== "reference" || seen.has(type.name)) continue;
    if (bases.has(type.name)) return true;
    seen.add(type.name);
    const found = declarations.get(type.name);
    if (found?.kind === "interface") pending.push(...found.extends);
    if (found?.kind === "alias") pending.push(found.type);
  }
  return false;
}
