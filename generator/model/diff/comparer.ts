import { NO_DOC } from "../build.js";
import { markType } from "../integers.js";
import { getNormals, type Normal, type Normals } from "../normal/normal.js";
import { declarationsByName } from "../lookup.js";
import type { Declarations } from "../members/resolve.js";
import {
  isSubtype,
  resolveReference,
  type SubtypeContext,
} from "../normal/subtype.js";
import { constrain } from "../resolved/tags.js";
import type { Doc, ProtocolModel, TypeNode } from "../types.js";
import { mapChildren } from "../walk.js";

/** Relation between a type of the older model and a type of the newer one. */
export interface Relation {
  /** Whether the newer type accepts values that the older type rejects. */
  readonly widened: boolean;
  /** Whether the newer type rejects values that the older type accepts. */
  readonly narrowed: boolean;
}

/**
 * Functions that compare a type of an older model with a type of a newer model.
 */
export interface Comparer {
  readonly older: Declarations;
  readonly newer: Declarations;
  /**
   * Returns true if both names refer to the same declaration, which may have
   * been renamed. The contents of the two declarations are compared separately.
   */
  same(older: string, newer: string): boolean;
  /**
   * Returns true if both types have the same text once probable renames are
   * applied.
   */
  alike(older: TypeNode, newer: TypeNode): boolean;
  /**
   * Returns how the values of two types relate. Two names of the same
   * declaration count as equal, even if the content of the declaration changed.
   */
  relate(older: TypeNode, newer: TypeNode): Relation;
  /**
   * Compares the limits in two doc comments, such as `@minimum 0`. Returns how
   * the accepted values change if the newer limits replace the older ones. Both
   * the older and the newer limits are applied to `type`, the newer type.
   */
  relateLimits(type: TypeNode, older: Doc, newer: Doc): Relation;
}

/**
 * Creates a comparer of two models.
 *
 * @param renames Probable renames of declarations, from older to newer name.
 */
export function createComparer(
  olderModel: ProtocolModel,
  newerModel: ProtocolModel,
  renames: ReadonlyMap<string, string>,
): Comparer {
  const older = declarationsByName(olderModel);
  const newer = declarationsByName(newerModel);
  const [from, to] = [getNormals(olderModel), getNormals(newerModel)];
  const renamed = (name: string): string => renames.get(name) ?? name;
  const same = (a: string, b: string): boolean =>
    renamed(a) === b && older.has(a) && newer.has(b);
  return {
    older,
    newer,
    same,
    alike: (a, b) =>
      printSource(replaceNames(a, older, renamed)) ===
      printSource(replaceNames(b, newer, (name) => name)),
    relate: (a, b) =>
      relation(normalize(a, from), normalize(b, to), { from, to, same }),
    relateLimits: (type, a, b) =>
      relation(normalize(type, to, a), normalize(type, to, b), {
        from: to,
        to,
        same: (x, y) => x === y,
      }),
  };
}

function relation(
  before: Normal,
  after: Normal,
  { from, to, same }: Required<SubtypeContext>,
): Relation {
  const sameReversed = (x: string, y: string): boolean => same(y, x);
  return {
    widened: !isSubtype(after, before, {
      from: to,
      to: from,
      same: sameReversed,
    }),
    narrowed: !isSubtype(before, after, { from, to, same }),
  };
}

/**
 * Returns the normal form of a type, in which intersections are merged and
 * unions are flattened. A name is resolved to its type, because the same name
 * may refer to different types in the two models. Only the tags in `doc`
 * determine whether a number may have a fraction; the flag `integer` in `type`
 * is ignored.
 */
function normalize(type: TypeNode, normals: Normals, doc = NO_DOC): Normal {
  const { of, resolve } = normals.shapes;
  const shape = of(markType(type, true));
  return resolveReference(
    normals.normal(constrain(shape, doc, resolve)),
    normals,
  );
}

/**
 * Returns a text that is equal for two types if their source code, including
 * doc comments, is equal.
 */
function printSource(type: TypeNode): string {
  return JSON.stringify(type, (key, inner: unknown) =>
    key === "position" || key === "integer" ? undefined : inner,
  );
}

/**
 * Returns a copy of a type. In the copy, constants are replaced by their
 * values, and names of probably renamed declarations by their newer names.
 */
function replaceNames(
  type: TypeNode,
  declarations: Declarations,
  renamed: (name: string) => string,
): TypeNode {
  if (type.kind === "reference") return { ...type, name: renamed(type.name) };
  const found =
    type.kind === "constant" ? declarations.get(type.name) : undefined;
  if (found?.kind === "constant")
    return { kind: "literal", value: found.value };
  return mapChildren(type, (child) =>
    replaceNames(child, declarations, renamed),
  );
}
