/** The members of unions, through the names of other unions. */
import {
  unionOf,
  type PropertyShape,
  type Resolve,
  type Shape,
} from "./shape.js";

/** Kinds that a union is flattened or decided by, so that their names are resolved. */
const WHOLE: readonly string[] = ["any", "never", "undefined", "union"];

/**
 * Members of a union, through the names of other unions; each name once, or
 * `A = B | B; B = C | C; …` would double with every step.
 */
export function unionMembers(shape: Shape, resolve: Resolve): readonly Shape[] {
  const found: Shape[] = [];
  const seen = new Set<string>();
  const pending = [shape];
  for (let one = pending.pop(); one; one = pending.pop()) {
    if (one.kind === "named") {
      if (seen.has(one.name)) continue;
      seen.add(one.name);
      const target = resolved(one, resolve);
      if (WHOLE.includes(target.kind)) pending.push(target);
      else found.push(one);
    } else if (one.kind === "union") pending.push(...one.members.toReversed());
    else found.push(one);
  }
  return found;
}

/** The shape itself, or what its chain of names is bound to. */
export function resolved(shape: Shape, resolve: Resolve): Shape {
  let current = shape;
  while (current.kind === "named") current = resolve(current.name);
  return current;
}

/** True for `never`, by whatever name. */
export function isNever(shape: Shape, resolve: Resolve): boolean {
  return resolved(shape, resolve).kind === "never";
}

/** True where an object may do without the member: `undefined` is absence. */
export function mayBeAbsent(
  { shape, optional }: PropertyShape,
  resolve: Resolve,
): boolean {
  const members = unionMembers(shape, resolve);
  return optional || members.some(({ kind }) => kind === "undefined");
}

/** `NonNullable<T>` */
export function nonNullable(shape: Shape, resolve: Resolve): Shape {
  return unionOf(
    unionMembers(shape, resolve).filter(
      (one) =>
        one.kind !== "undefined" &&
        !(one.kind === "literal" && one.value === null),
    ),
  );
}

/** The shape without `undefined` among its members. */
export function withoutUndefined(shape: Shape): Shape {
  if (shape.kind !== "union")
    return shape.kind === "undefined" ? unionOf([]) : shape;
  return unionOf(
    shape.members.map(withoutUndefined).filter(({ kind }) => kind !== "never"),
  );
}
