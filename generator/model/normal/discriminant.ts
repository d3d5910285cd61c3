/** Which property tells the objects of a union apart. */
import { asObject } from "../resolved/intersections.js";
import { unionMembers } from "../resolved/unions.js";
import type { Resolve, Shape } from "../resolved/shape.js";

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
  resolve: Resolve,
): Discriminant | null {
  const [first] = members;
  const names = (first && asObject(first, resolve)?.properties) ?? [];
  let best: Discriminant | null = null;
  let fewest = members.length;
  for (const { name } of names) {
    if (used.has(name)) continue;
    const split = splitBy(name, members, resolve);
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
  resolve: Resolve,
): Discriminant | null {
  const branches = new Map<string, Shape[]>();
  const absent: Shape[] = [];
  for (const member of members) {
    const property = asObject(member, resolve)?.properties.find(
      ({ name }) => name === key,
    );
    if (!property) return null;
    if (property.optional) absent.push(member);
    for (const value of unionMembers(property.shape, resolve)) {
      if (value.kind !== "literal" || typeof value.value !== "string")
        return null;
      const group = branches.get(value.value) ?? [];
      branches.set(value.value, [...group, member]);
    }
  }
  return { key, branches, absent };
}
