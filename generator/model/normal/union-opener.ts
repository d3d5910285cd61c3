/**
 * Flattens unions into their members. If a union contains itself, the inner
 * occurrence stays a reference by name.
 */
import { unionMembers } from "../resolved/unions.js";
import type { Resolve, Shape } from "../resolved/shape.js";

/**
 * Creates functions that flatten unions and remember which unions are being
 * flattened. A union that occurs again inside itself stays a reference by name,
 * so that flattening terminates.
 */
export function createUnionOpener(resolve: Resolve) {
  let open: ReadonlySet<string> = new Set();

  function within<T>(names: ReadonlySet<string>, make: () => T): T {
    const before = open;
    open = names;
    const made = make();
    open = before;
    return made;
  }

  function flatten(shape: Shape, opened: Set<string>): readonly Shape[] {
    if (shape.kind === "union")
      return shape.members.flatMap((member) => flatten(member, opened));
    if (shape.kind !== "named" || open.has(shape.name)) return [shape];
    const members = unionMembers(shape, resolve);
    if (members.length > 1) opened.add(shape.name);
    return members;
  }

  return {
    /**
     * Calls `make` with the flattened members of a union. If the union contains
     * itself, the inner occurrence stays a reference by name.
     */
    open<T>(union: Shape, make: (members: readonly Shape[]) => T): T {
      const opened = new Set(open);
      const members = flatten(union, opened);
      return within(opened, () => make(members));
    },
    /**
     * Calls `make` to convert the declared type `name`. If the type contains
     * itself, the inner occurrence stays a reference by name.
     */
    body: <T>(name: string, make: () => T) => within(new Set([name]), make),
  };
}
