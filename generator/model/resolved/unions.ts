/**
 * Functions for the members of unions. Members that are names of other unions
 * are resolved.
 */
import {
  createUnion,
  type PropertyShape,
  type Resolve,
  type Shape,
} from "./shape.js";

/**
 * Kinds of shapes that affect how a union is flattened. A name in a union is
 * resolved if it refers to one of these kinds.
 */
const WHOLE: readonly string[] = ["any", "never", "undefined", "union"];

/**
 * Returns the members of a union. Members that are names of other unions are
 * resolved. Each name is visited only once, because `A = B | B; B = C | C; …`
 * would otherwise double the number of members with every step.
 */
export function unionMembers(shape: Shape, resolve: Resolve): readonly Shape[] {
  const found: Shape[] = [];
  const seen = new Set<string>();
  const pending = [shape];
  for (let member = pending.pop(); member; member = pending.pop()) {
    if (member.kind === "named") {
      if (seen.has(member.name)) continue;
      seen.add(member.name);
      const target = resolved(member, resolve);
      if (WHOLE.includes(target.kind)) pending.push(target);
      else found.push(member);
    } else if (member.kind === "union")
      pending.push(...member.members.toReversed());
    else found.push(member);
  }
  return found;
}

/**
 * Resolves a reference by name, following a chain of names to its end. Any
 * other shape is returned unchanged.
 */
function resolved(shape: Shape, resolve: Resolve): Shape {
  let current = shape;
  while (current.kind === "named") current = resolve(current.name);
  return current;
}

/** Returns true for `never`, and for a name that refers to `never`. */
export function isNever(shape: Shape, resolve: Resolve): boolean {
  return resolved(shape, resolve).kind === "never";
}

/**
 * Returns true if an object may lack the member. A member whose type includes
 * `undefined` may be missing, too.
 */
export function mayBeAbsent(
  { shape, optional }: PropertyShape,
  resolve: Resolve,
): boolean {
  const members = unionMembers(shape, resolve);
  return optional || members.some(({ kind }) => kind === "undefined");
}

/** Returns the shape of `NonNullable<T>`, given the shape of `T`. */
export function nonNullable(shape: Shape, resolve: Resolve): Shape {
  return createUnion(
    unionMembers(shape, resolve).filter(
      (member) =>
        member.kind !== "undefined" &&
        !(member.kind === "literal" && member.value === null),
    ),
  );
}

/**
 * Returns a union without the member `undefined`. Other shapes are returned
 * unchanged.
 */
export function withoutUndefined(shape: Shape): Shape {
  if (shape.kind !== "union")
    return shape.kind === "undefined" ? createUnion([]) : shape;
  return createUnion(
    shape.members.map(withoutUndefined).filter(({ kind }) => kind !== "never"),
  );
}
