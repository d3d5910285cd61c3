import type { Declaration, TypeNode } from "../types.js";
import type { Declarations } from "./resolve.js";

/**
 * Returns the names of all declarations that a declaration extends or
 * intersects, directly or indirectly.
 *
 * @param whole Whether to exclude bases that are inherited only in part,
 *   through `Omit`.
 */
export function getBases(
  declaration: Declaration,
  declarations: Declarations,
  { whole = false } = {},
): ReadonlySet<string> {
  const bases = new Set<string>();
  const pending = [...ownBases(declaration)];
  for (let type = pending.pop(); type; type = pending.pop()) {
    if (type.kind === "omit" && !whole) pending.push(type.type);
    if (type.kind === "intersection") pending.push(...type.types);
    if (type.kind !== "reference" || bases.has(type.name)) continue;
    bases.add(type.name);
    const found = declarations.get(type.name);
    if (found) pending.push(...ownBases(found));
  }
  return bases;
}

function ownBases(declaration: Declaration): readonly TypeNode[] {
  if (declaration.kind === "interface") return declaration.extends;
  return declaration.kind === "alias" ? [declaration.type] : [];
}
