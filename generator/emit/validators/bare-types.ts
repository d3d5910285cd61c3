/** The types whose shapes have no guards that are asked first. */
import type { Normal, Normals } from "../../model/normal/normal.js";
import { childrenOf } from "./parts.js";

/**
 * What servers hold by shape alone, as a bundle would have both; but for what
 * each of their requests has.
 */
export function typesWithoutFastPath(
  normals: Normals,
  held: readonly string[],
): ReadonlySet<string> {
  const bare = typesWithin(normals, held);
  for (const type of metaTypes(normals, held)) bare.delete(type);
  return bare;
}

/** The declared types that others are made of, and these themselves. */
function typesWithin(normals: Normals, types: readonly string[]): Set<string> {
  const found = new Set(types);
  const find = (type: Normal): void => {
    if (type.kind === "ref") found.add(type.name);
    for (const [, child] of childrenOf(type)) find(child);
  };
  for (const name of found) find(normals.body(name));
  return found;
}

/** The types of what must be in the `_meta` of requests. */
function metaTypes(normals: Normals, types: readonly string[]): string[] {
  return types
    .flatMap((name) => requiredRefs(normals, name, "_meta"))
    .flatMap((name) => requiredRefs(normals, name));
}

/** Declared types of members that must be there: of all, or of that one. */
function requiredRefs(normals: Normals, type: string, only?: string): string[] {
  const body = normals.body(type);
  const members = body.kind === "object" ? body.properties : [];
  return members.flatMap(({ name, type, required }) =>
    required && type.kind === "ref" && name === (only ?? name)
      ? [type.name]
      : [],
  );
}
