/** Finds the discriminants of unions. */
import type { Shapes } from "../resolved/space.js";
import { isNever, unionMembers } from "../resolved/unions.js";
import type { Shape } from "../resolved/shape.js";

/**
 * Property whose string value determines which member of a union an object
 * belongs to.
 */
export interface Discriminant {
  readonly key: string;
  readonly branches: ReadonlyMap<string, readonly Shape[]>;
  /** Union members for which the property is optional. */
  readonly absent: readonly Shape[];
}

/**
 * Returns false if no value can match the object, because a required member has
 * the type `never`.
 */
export function isPossible(shape: Shape, shapes: Shapes): boolean {
  const properties = shapes.asObject(shape)?.properties ?? [];
  return properties.every(
    (property) => property.optional || !isNever(property.shape, shapes.resolve),
  );
}

/**
 * Returns the property that divides the members of a union best: the largest
 * group of members with the same value is as small as possible. All members
 * must declare the property with string literals as its type. Returns null if
 * no property divides the members.
 */
export function findDiscriminant(
  members: readonly Shape[],
  used: ReadonlySet<string>,
  shapes: Shapes,
): Discriminant | null {
  const [first] = members;
  const names = (first && shapes.asObject(first)?.properties) ?? [];
  let best: Discriminant | null = null;
  let fewest = members.length;
  for (const { name } of names) {
    if (used.has(name)) continue;
    const split = splitBy(name, members, shapes);
    if (!split) continue;
    const groups = [...split.branches.values(), split.absent];
    const largest = Math.max(...groups.map((group) => group.length));
    if (largest < fewest) {
      best = split;
      fewest = largest;
    }
  }
  return best;
}

function splitBy(
  key: string,
  members: readonly Shape[],
  shapes: Shapes,
): Discriminant | null {
  const branches = new Map<string, Shape[]>();
  const absent: Shape[] = [];
  for (const member of members) {
    const property = shapes
      .asObject(member)
      ?.properties.find(({ name }) => name === key);
    if (!property) return null;
    if (property.optional) absent.push(member);
    for (const value of unionMembers(property.shape, shapes.resolve)) {
      if (value.kind !== "literal" || typeof value.value !== "string")
        return null;
      const group = branches.get(value.value) ?? [];
      branches.set(value.value, [...group, member]);
    }
  }
  return { key, branches, absent };
}
