import { reference } from "../build.js";
import { normalsOf, type Normals } from "../normal/normal.js";
import { declarationsByName } from "../lookup.js";
import type { Declarations } from "../members/resolve.js";
import { deepEqualIgnoringPositions } from "../identity/same.js";
import { isSubtype, opened } from "../normal/subtype.js";
import type { ProtocolModel, TypeNode } from "../types.js";
import { mapChildren } from "../walk.js";

/** How a type of one model compares with a type of another. */
export interface Relation {
  /** The newer type takes values that the older one does not. */
  readonly widened: boolean;
  /** The newer type refuses values that the older one takes. */
  readonly narrowed: boolean;
}

/** Decides about types of an older and a newer model. */
export interface Comparer {
  readonly older: Declarations;
  readonly newer: Declarations;
  /** The types of each model, normalized. */
  readonly normals: { readonly older: Normals; readonly newer: Normals };
  /** True when both names mean the same type, as it is compared by itself. */
  same(older: string, newer: string): boolean;
  /** True when both are written the same, but for names that are likely new. */
  alike(older: TypeNode, newer: TypeNode): boolean;
}

/** A comparer of two models, of which names have likely changed. */
export function createComparer(
  olderModel: ProtocolModel,
  newerModel: ProtocolModel,
  renames: ReadonlyMap<string, string>,
): Comparer {
  const older = declarationsByName(olderModel);
  const newer = declarationsByName(newerModel);
  const renamed = (name: string): string => renames.get(name) ?? name;
  return {
    older,
    newer,
    normals: { older: normalsOf(olderModel), newer: normalsOf(newerModel) },
    same: (a, b) => renamed(a) === b && older.has(a) && newer.has(b),
    alike: (a, b) =>
      deepEqualIgnoringPositions(
        written(a, older, renamed),
        written(b, newer, (name) => name),
      ),
  };
}

/** The type with the names of the newer model, and constants as their values. */
function written(
  type: TypeNode,
  declarations: Declarations,
  renamed: (name: string) => string,
): TypeNode {
  if (type.kind === "reference") return reference(renamed(type.name));
  const found =
    type.kind === "constant" ? declarations.get(type.name) : undefined;
  if (found?.kind === "constant")
    return { kind: "literal", value: found.value };
  return mapChildren(type, (child) => written(child, declarations, renamed));
}

/** What became of a type; names that mean the same are equal. */
export function relate(
  older: TypeNode,
  newer: TypeNode,
  { normals, same }: Comparer,
): Relation {
  // Two types of the same name may still differ in what it is bound to.
  const normalOf = (type: TypeNode, own: Normals) =>
    opened(own.normal(own.shapes.of(type)), own);
  const before = normalOf(older, normals.older);
  const after = normalOf(newer, normals.newer);
  return {
    widened: !isSubtype(after, before, {
      from: normals.newer,
      to: normals.older,
      same: (from, to) => same(to, from),
    }),
    narrowed: !isSubtype(before, after, {
      from: normals.older,
      to: normals.newer,
      same,
    }),
  };
}
