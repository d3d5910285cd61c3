/**
 * Creates normal forms, from which code is generated. Intersections of objects
 * are merged, unions are flattened and discriminated if possible, and names of
 * primitive types are resolved.
 */
import { findDiscriminant, isPossible } from "./discriminant.js";
import { accepts } from "./accepts.js";
import type { Normal, Normals } from "./types.js";
import { memoizeByObject } from "../util/memoize.js";
import { getShapes, type Shapes } from "../resolved/space.js";
import {
  mayBeAbsent,
  unionMembers,
  withoutUndefined,
} from "../resolved/unions.js";
import type { Shape } from "../resolved/shape.js";
import type { ProtocolModel } from "../types.js";
import { createUnionOpener } from "./union-opener.js";
import { unreachable } from "../walk.js";

export type * from "./types.js";

/**
 * Returns an object that creates the normal forms of the types in `model` on
 * demand. The object is cached as long as the model exists.
 */
export const getNormals = memoizeByObject((model: ProtocolModel) =>
  createNormals(getShapes(model)),
);

function createNormals(shapes: Shapes): Normals {
  const { resolve, asObject } = shapes;
  const bodies = new Map<string, Normal>();
  const unions = createUnionOpener(resolve);

  function body(name: string): Normal {
    const type =
      bodies.get(name) ?? unions.body(name, () => normal(resolve(name)));
    bodies.set(name, type);
    return type;
  }

  function normal(shape: Shape): Normal {
    switch (shape.kind) {
      case "any":
        return { kind: "any" };
      case "never":
      case "boolean":
      case "string":
      case "number":
        return shape;
      case "undefined":
        return { kind: "never" };
      case "literal":
        return { kind: "literals", values: [shape.value] };
      case "array":
        return { ...shape, element: normal(shape.element) };
      case "object":
        return {
          kind: "object",
          properties: shape.properties.map((property) => ({
            name: property.name,
            type: normal(withoutUndefined(property.shape)),
            required: !mayBeAbsent(property, resolve),
          })),
          index: shape.index
            ? normal(withoutUndefined(shape.index.shape))
            : shape.origin === "keyword"
              ? { kind: "any" }
              : null,
        };
      case "union":
        return unions.open(shape, (members) => union(members, new Set()));
      case "intersection":
        return normal(shapes.merged(shape));
      case "named":
        return named(shape.name);
      default:
        return unreachable(shape);
    }
  }

  function named(name: string): Normal {
    const target = resolve(name);
    if (target.kind === "named") return named(target.name);
    if (isPlain(target)) return normal(target);
    // If a named union has only strings and string literals, and they can be
    // merged into one string type, use this type instead of the name.
    if (target.kind === "union") {
      const members = unionMembers(target, resolve);
      if (
        members.every(
          (member) => member.kind === "string" || member.kind === "literal",
        )
      ) {
        const type = body(name);
        if (type.kind === "string") return type;
      }
    }
    return { kind: "ref", name };
  }

  /**
   * Returns the normal form of a union.
   *
   * @param used Properties by which an enclosing union already discriminates
   *   the members.
   */
  function union(members: readonly Shape[], used: ReadonlySet<string>): Normal {
    const kept = members.filter(
      ({ kind }) => kind !== "undefined" && kind !== "never",
    );
    if (kept.some(({ kind }) => kind === "any")) return { kind: "any" };
    const objects = kept.filter((member) => asObject(member));
    const others = kept.filter((member) => !objects.includes(member));
    const possible = objects.filter((object) => isPossible(object, shapes));
    const plain = others.filter(({ kind }) => kind !== "literal").map(normal);
    const values = new Set(
      others.flatMap((other) =>
        other.kind === "literal" ? [other.value] : [],
      ),
    );
    if (values.has(true) && values.has(false))
      plain.unshift({ kind: "boolean" });
    // All literals are combined in one type. A literal is left out if a
    // primitive type of the union already accepts it, such as `"a"` in `"a" |
    // string`.
    const known = plain.filter(({ kind }) => PRIMITIVES.includes(kind));
    const literals = [...values].filter(
      (value) => !known.some((type) => accepts(type, value, normals)),
    );
    const parts = distinct([
      ...(literals.length > 0
        ? [{ kind: "literals", values: literals } as const]
        : []),
      ...plain,
      ...objectUnion(possible, used),
    ]);
    const [only] = parts;
    if (!only) return { kind: "never" };
    return parts.length === 1 ? only : { kind: "union", members: parts };
  }

  function objectUnion(
    objects: readonly Shape[],
    used: ReadonlySet<string>,
  ): Normal[] {
    const split = findDiscriminant(objects, used, shapes);
    if (!split) return distinct(objects.map(normal));
    const inside = new Set(used).add(split.key);
    return [
      {
        kind: "tagged",
        key: split.key,
        branches: [...split.branches].map(([value, shapes]) => ({
          value,
          type: union(shapes, inside),
        })),
        absent: split.absent.length > 0 ? union(split.absent, inside) : null,
      },
    ];
  }

  const normals: Normals = { shapes, normal, body };
  return normals;
}

const PRIMITIVES: readonly string[] = ["boolean", "number", "string"];

/** Returns the types without duplicates, in order of first appearance. */
function distinct(types: readonly Normal[]): Normal[] {
  return [...new Map(types.map((type) => [getTypeKey(type), type])).values()];
}

function isPlain({ kind }: Shape): boolean {
  return !["object", "array", "union", "intersection"].includes(kind);
}

/** Returns a text that identifies a type: equal types have equal texts. */
export const getTypeKey = memoizeByObject((type: Normal): string =>
  JSON.stringify(type),
);
