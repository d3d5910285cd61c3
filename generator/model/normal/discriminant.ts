/** Which property tells the objects of a union apart. */
import type { Shapes } from "../resolved/space.js";
import { unionMembers } from "../resolved/unions.js";
import type { Shape } from "../resolved/shape.js";

/** A property whose literal tells the objects of a union apart. */
export interface Discriminant {
  readonly key: string;
  readonly branches: ReadonlyMap<string, readonly Shape[]>;
  /** Members that may lack the key. */
  readonly absent: readonly Shape[];
}

/**
 * The property that every member has with string literals, and that leaves the
 * fewest members together; null when none tells any of them apart.
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
