import { NO_DOC } from "../build.js";
import { normalsOf, type Normal, type Normals } from "../normal/normal.js";
import { declarationsByName } from "../lookup.js";
import type { Declarations } from "../members/resolve.js";
import { isSubtype, opened, type Sides } from "../normal/subtype.js";
import { constrain } from "../resolved/tags.js";
import type { Doc, ProtocolModel, TypeNode } from "../types.js";
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
  /** True when both names mean the same type, as it is compared by itself. */
  same(older: string, newer: string): boolean;
  /** True when both are written the same, but for names that are likely new. */
  alike(older: TypeNode, newer: TypeNode): boolean;
  /** What became of a type; names that mean the same are equal. */
  relate(older: TypeNode, newer: TypeNode): Relation;
  /** What became of the limits that doc comments set to a newer type. */
  relateLimits(type: TypeNode, older: Doc, newer: Doc): Relation;
}

/** A comparer of two models, of which names have likely changed. */
export function createComparer(
  olderModel: ProtocolModel,
  newerModel: ProtocolModel,
  renames: ReadonlyMap<string, string>,
): Comparer {
  const older = declarationsByName(olderModel);
  const newer = declarationsByName(newerModel);
  const [from, to] = [normalsOf(olderModel), normalsOf(newerModel)];
  const renamed = (name: string): string => renames.get(name) ?? name;
  const same = (a: string, b: string): boolean =>
    renamed(a) === b && older.has(a) && newer.has(b);
  return {
    older,
    newer,
    same,
    alike: (a, b) =>
      textOf(written(a, older, renamed)) ===
      textOf(written(b, newer, (name) => name)),
    relate: (a, b) =>
      relation(normalOf(a, from), normalOf(b, to), { from, to, same }),
    relateLimits: (type, a, b) =>
      relation(normalOf(type, to, a), normalOf(type, to, b), {
        from: to,
        to,
        same: (x, y) => x === y,
      }),
  };
}

function relation(
  before: Normal,
  after: Normal,
  { from, to, same }: Required<Sides>,
): Relation {
  const back = (x: string, y: string): boolean => same(y, x);
  return {
    widened: !isSubtype(after, before, { from: to, to: from, same: back }),
    narrowed: !isSubtype(before, after, { from, to, same }),
  };
}

/** Of a name, what it is bound to: two types of one name may differ in that. */
function normalOf(type: TypeNode, normals: Normals, doc = NO_DOC): Normal {
  const { of, resolve } = normals.shapes;
  return opened(normals.normal(constrain(of(type), doc, resolve)), normals);
}

/** Equal for types that are written the same, doc comments included. */
function textOf(type: TypeNode): string {
  return JSON.stringify(type, (key, inner: unknown) =>
    key === "position" ? undefined : inner,
  );
}

/** The type with the names of the newer model, and constants as their values. */
function written(
  type: TypeNode,
  declarations: Declarations,
  renamed: (name: string) => string,
): TypeNode {
  if (type.kind === "reference") return { ...type, name: renamed(type.name) };
  const found =
    type.kind === "constant" ? declarations.get(type.name) : undefined;
  if (found?.kind === "constant")
    return { kind: "literal", value: found.value };
  return mapChildren(type, (child) => written(child, declarations, renamed));
}
