import { accepts } from "../../model/normal/accepts.js";
import {
  taggedTypes,
  type Normal,
  type Normals,
} from "../../model/normal/types.js";

/** Position in a valid value, with the type of the value at the position. */
export interface TypedPosition {
  readonly value: unknown;
  /** Type as declared, which may be a union or a reference. */
  readonly declared: Normal;
  /** Type that the value has: neither a union nor a reference. */
  readonly type: Normal;
  /**
   * Whether the position is inside another exported type, which has separate
   * test cases.
   */
  readonly foreign: boolean;
  /** Returns a copy of the whole value with another value at the position. */
  readonly replaceWith: (by: unknown) => unknown;
}

/**
 * Returns the places inside a valid value that have a declared type. An object
 * or array precedes its members or items.
 *
 * @param isExported Function that returns whether a declared type is exported.
 */
export function listTypedPositions(
  root: Normal,
  value: unknown,
  normals: Normals,
  isExported: (name: string) => boolean,
): TypedPosition[] {
  const found: TypedPosition[] = [];
  visit(root, value, false, (by) => by);
  return found;

  function visit(
    declared: Normal,
    value: unknown,
    foreign: boolean,
    replaceWith: (by: unknown) => unknown,
  ): void {
    const type = select(declared, value, normals);
    found.push({ value, declared, type, foreign, replaceWith });
    if (type.kind === "array" && Array.isArray(value))
      value.forEach((item: unknown, n) =>
        visit(type.element, item, entersOther(type.element), (by) =>
          replaceWith(value.with(n, by)),
        ),
      );
    if (type.kind !== "object") return;
    const members = value as Readonly<Record<string, unknown>>;
    for (const [key, member] of Object.entries(members)) {
      const property = type.properties.find(({ name }) => name === key);
      const inner = property?.type ?? type.index;
      if (inner)
        visit(inner, member, entersOther(inner), (by) =>
          replaceWith({ ...members, [key]: by }),
        );
    }

    function entersOther(inner: Normal): boolean {
      return foreign || (inner.kind === "ref" && isExported(inner.name));
    }
  }
}

/**
 * Returns the type that the value has: the target of a reference, or the member
 * of a union that accepts the value.
 */
function select(type: Normal, value: unknown, normals: Normals): Normal {
  if (type.kind === "ref")
    return select(normals.body(type.name), value, normals);
  const found = listTypes(type).find((part) => accepts(part, value, normals));
  return found && found !== type ? select(found, value, normals) : type;
}

/**
 * Returns the types of a union, in order. For any other type, returns a list
 * with only that type.
 */
export function listTypes(type: Normal): readonly Normal[] {
  if (type.kind === "tagged") return taggedTypes(type);
  return type.kind === "union" ? type.members : [type];
}
