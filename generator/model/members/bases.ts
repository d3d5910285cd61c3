import { reference } from "../build.js";
import type { Declaration, TypeNode } from "../types.js";
import type { Declarations } from "./resolve.js";

/**
 * Names of all that a declaration extends, if only through others, or is an
 * alias of.
 */
export function basesOf(
  { name }: Pick<Declaration, "name">,
  declarations: Declarations,
): ReadonlySet<string> {
  const bases = new Set<string>();
  const pending: TypeNode[] = [reference(name)];
  for (let type = pending.pop(); type; type = pending.pop()) {
    if (type.kind === "intersection") pending.push(...type.types);
    if (type.kind === "omit") pending.push(type.type);
    if (type.kind !== "reference" || bases.has(type.name)) continue;
    bases.add(type.name);
    const found = declarations.get(type.name);
    if (found?.kind === "interface") pending.push(...found.extends);
    else if (found?.kind === "alias") pending.push(found.type);
  }
  bases.delete(name);
  return bases;
}
