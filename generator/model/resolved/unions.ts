/** Members of unions, through the names of other unions. */
import {
  createUnion,
  type PropertyShape,
  type Resolve,
  type Shape,
} from "./shape.js";

/**
 * Kinds of shapes that change how a union is flattened, so their names are
 * resolved.
 */
const WHOLE: readonly string[] = ["any", "never", "undefined", "union"];

/**
 * Returns the members of a union, through the names of other unions. Each name
 * is visited once: otherwise `A = B | B; B = C | C; …` would double with every
 * step.
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
 * Returns the shape behind a chain of names. Returns other shapes as they are.
 */
function resolved(shape: Shape, resolve: Resolve): Shape {
  let current = shape;
  while (current.kind === "named") current = resolve(current.name);
  return current;
}

/** Returns true for `never`, also behind a name. */
export function isNever(shape: Shape, resolve: Resolve): boolean {
  return resolved(shape, resolve).kind === "never";
}

/**
 * Returns true if the member may be missing from an object: `undefined` counts
 * as absent.
 */
export function mayBeAbsent(
  { shape, optional }: PropertyShape,
  resolve: Resolve,
): boolean {
  const members = unionMembers(shape, resolve);
  return optional || members.some(({ kind }) => kind === "undefined");
}

/** Returns the shape of `NonNullable<T>`. */
export function nonNullable(shape: Shape, resolve: Resolve): Shape {
  return createUnion(
    unionMembers(shape, resolve).filter(
      (member) =>
        member.kind !== "undefined" &&
        !(member.kind === "literal" && member.value === null),
    ),
  );
}

/** Returns the shape without `undefined` among its members. */
export function withoutUndefined(shape: Shape): Shape {
  if (shape.kind !== "union")
    return shape.kind === "undefined" ? createUnion([]) : shape;
  return createUnion(
    shape.members.map(withoutUndefined).filter(({ kind }) => kind !== "never"),
  );
}
