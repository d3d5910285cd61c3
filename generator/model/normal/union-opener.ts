/** Opens unions into their members; inside, a union that contains itself is a name. */
import { unionMembers } from "../resolved/unions.js";
import type { Resolve, Shape } from "../resolved/shape.js";

/** Knows which unions are open: one of these stays a name, or there is no end. */
export function createUnionOpener(resolve: Resolve) {
  let open: ReadonlySet<string> = new Set();

  function within<T>(names: ReadonlySet<string>, make: () => T): T {
    const before = open;
    open = names;
    const made = make();
    open = before;
    return made;
  }

  function membersOf(shape: Shape, opened: Set<string>): readonly Shape[] {
    if (shape.kind === "union")
      return shape.members.flatMap((member) => membersOf(member, opened));
    if (shape.kind !== "named" || open.has(shape.name)) return [shape];
    const members = unionMembers(shape, resolve);
    if (members.length > 1) opened.add(shape.name);
    return members;
  }

  return {
    /** What `make` makes of the members; until then the union is open. */
    open<T>(union: Shape, make: (members: readonly Shape[]) => T): T {
      const opened = new Set(open);
      const members = membersOf(union, opened);
      return within(opened, () => make(members));
    },
    /** What `make` makes of the type of that name, with no union open but that. */
    body: <T>(name: string, make: () => T) => within(new Set([name]), make),
  };
}
