import { intersectionType } from "../build.js";
import type { DocTag, IntersectionType, Member, TypeNode } from "../types.js";
import { getLiteral, resolveAlias, type Declarations } from "./resolve.js";

/** Primitive type and its limits. The limits are represented as doc tags. */
export interface Constrained {
  readonly type: TypeNode;
  readonly tags: readonly DocTag[];
}

/**
 * Names of the limits for each primitive type. A schema can write a limit as a
 * member of an object type, as in `number & { minimum: 0 }`.
 */
const LIMIT_NAMES: ReadonlyMap<string | null, readonly string[]> = new Map([
  ["number", ["minimum", "maximum"]],
  ["string", ["minLength", "maxLength"]],
]);

/**
 * Splits an intersection such as `number & { readonly minimum: 0 }` into the
 * primitive type and its limits. Returns null if the intersection is not a
 * primitive type with limits.
 */
export function constrained(
  declarations: Declarations,
  { types }: IntersectionType,
): Constrained | null {
  const objects = types.flatMap((part) => {
    const type = resolveAlias(declarations, part);
    return type.kind === "object" ? [type] : [];
  });
  const others = types.filter(
    (part) => resolveAlias(declarations, part).kind !== "object",
  );
  const names = new Set(others.map((part) => getPrimitive(declarations, part)));
  const [name = null] = names;
  const known = LIMIT_NAMES.get(name);
  if (objects.length === 0 || names.size > 1 || !known) return null;
  const tags = objects
    .flatMap(({ members }) => members)
    .map((member) => getConstraintTag(declarations, member, known));
  if (!tags.every((tag) => tag !== null)) return null;
  return { type: intersectionType(others), tags };
}

/**
 * Returns the name of the primitive type that contains all values of a type.
 * Returns null if the values belong to no single primitive type.
 */
function getPrimitive(
  declarations: Declarations,
  part: TypeNode,
): string | null {
  const type = resolveAlias(declarations, part);
  if (type.kind === "primitive") return type.name;
  const literal = getLiteral(declarations, type);
  if (literal !== undefined) return typeof literal;
  const inner = type.kind === "intersection" && constrained(declarations, type);
  return inner ? getPrimitive(declarations, inner.type) : null;
}

/**
 * Returns the doc tag that means the same as a member, such as `@minimum 0` for
 * `minimum: 0`. Returns null if there is no such tag.
 */
function getConstraintTag(
  declarations: Declarations,
  member: Member,
  known: readonly string[],
): DocTag | null {
  if (member.kind === "index" || member.optional) return null;
  const { name, type } = member;
  const value = getLiteral(declarations, type);
  return known.includes(name) && typeof value === "number"
    ? { name, text: String(value) }
    : null;
}
