/**
 * Converts types to type nodes without bases, utility types, intersections and
 * aliases of constants. Validators and resolved types have the same source: the
 * shapes of the types.
 */
import { structureText } from "../identity/canonical.js";
import { NOWHERE } from "../build.js";
import { findDiscriminant, isPossible } from "../normal/discriminant.js";
import { createUnionOpener } from "../normal/union-opener.js";
import type { ObjectShape, Shape } from "../resolved/shape.js";
import type { Shapes } from "../resolved/space.js";
import { mayBeAbsent, withoutUndefined } from "../resolved/unions.js";
import { memberPath, unreachable } from "../walk.js";
import type { NameType } from "./inline-names.js";
import type {
  Limits,
  Member,
  Position,
  Presence,
  PropertyMember,
  TypeNode,
  UnionType,
} from "../types.js";

/**
 * Rule that selects the type of a value in a union: by the value of a
 * discriminant, or by the presence of a member.
 */
export type Selection = Pick<UnionType, "discriminant" | "presence">;

/** Functions that return resolved types of one model. */
export interface Resolver {
  /**
   * Returns the resolved type of a declaration.
   *
   * @param position Position for members that are not written in the schema.
   */
  declared(name: string, position: Position): TypeNode;
  /**
   * Returns the resolved form of a shape.
   *
   * @param path Path of the type. Names for object types without a name in the
   *   schema are created from the path.
   */
  type(shape: Shape, path: string, position: Position): TypeNode;
  /** Returns the rule that selects the type of a value in a union. */
  select(union: Shape, path: string, position: Position): Selection;
}

/** Creates the functions that resolve the types of a model. */
export function createResolver(shapes: Shapes, nameType: NameType): Resolver {
  const unions = createUnionOpener(shapes.resolve);

  return {
    declared: (name, position) =>
      unions.body(name, () => {
        const shape = shapes.resolve(name);
        const target = shapes.asObject(shape);
        const isName = shape.kind === "named";
        return target && !isName
          ? at(name, position).object(target, null)
          : at(name, position).type(shape);
      }),
    type: (shape, path, position) => at(path, position).type(shape),
    select: (union, path, position) =>
      unions.open(union, (members) =>
        at(path, position).select(members, new Set()),
      ),
  };

  /** Returns the functions that resolve the types at a path. */
  function at(path: string, position: Position) {
    return { type, object, select };

    function type(shape: Shape): TypeNode {
      switch (shape.kind) {
        case "any":
          return { kind: "primitive", name: "unknown" };
        case "never":
        case "undefined":
        case "boolean":
          return { kind: "primitive", name: shape.kind };
        case "string": {
          const { kind: name, ...limits } = shape;
          return { kind: "primitive", name, ...withLimits(limits) };
        }
        case "number": {
          const { kind: name, integer, ...limits } = shape;
          return { kind: "primitive", name, integer, ...withLimits(limits) };
        }
        case "literal":
          return shape;
        case "array": {
          const { kind, element, ...limits } = shape;
          return { kind, element: type(element), ...withLimits(limits) };
        }
        case "named":
          return { kind: "reference", name: shape.name };
        case "object":
          return object(shape, shape.typeName);
        case "intersection":
          return type(shapes.merged(shape));
        case "union":
          return unions.open(shape, (members) => union(members, new Set()));
        default:
          return unreachable(shape);
      }
    }

    /**
     * Returns the resolved form of an object.
     *
     * @param typeName Name of the object type. If undefined, a name is created.
     *   Null for the object type of a declaration, because the declaration
     *   already has a name.
     */
    function object(
      { properties, index }: ObjectShape,
      typeName: string | null | undefined,
    ): TypeNode {
      const name =
        typeName === undefined && properties.length > 0
          ? nameType(path)
          : typeName;
      const members: Member[] = properties.map((property): PropertyMember => {
        const inner = at(memberPath(path, property.name), position);
        return {
          kind: "property",
          name: property.name,
          optional: mayBeAbsent(property, shapes.resolve),
          readonly: false,
          type: inner.type(withoutUndefined(property.shape)),
          doc: property.doc,
          position: place(property.position),
        };
      });
      if (index)
        members.push({
          kind: "index",
          parameter: "key",
          readonly: false,
          type: type(withoutUndefined(index.shape)),
          doc: index.doc,
          position: place(index.position),
        });
      return { kind: "object", ...(name && { typeName: name }), members };
    }

    function place(own: Position): Position {
      return own === NOWHERE ? position : own;
    }

    function union(
      members: readonly Shape[],
      used: ReadonlySet<string>,
    ): TypeNode {
      const kept = members.filter(
        (member) =>
          member.kind !== "undefined" &&
          member.kind !== "never" &&
          isPossible(member, shapes),
      );
      if (kept.some(({ kind }) => kind === "any"))
        return { kind: "primitive", name: "unknown" };
      const types = new Map(
        kept.map((member) => {
          const made = type(member);
          return [structureText(made), made];
        }),
      );
      const [only] = types.values();
      if (!only) return { kind: "primitive", name: "never" };
      if (types.size === 1) return only;
      return {
        kind: "union",
        types: [...types.values()],
        ...select(kept, used),
      };
    }

    function select(
      members: readonly Shape[],
      used: ReadonlySet<string>,
    ): Selection {
      const objects = members.filter(
        (member) => shapes.asObject(member) && isPossible(member, shapes),
      );
      const split = findDiscriminant(objects, used, shapes);
      if (!split) {
        const presence = getPresence(objects);
        return presence ? { presence } : {};
      }
      const { key, absent } = split;
      const inside = new Set(used).add(key);
      const discriminant = {
        key,
        branches: [...split.branches].map(([value, branch]) => ({
          value,
          type: union(branch, inside),
        })),
        absent: absent.length > 0 ? union(absent, inside) : null,
      };
      return { discriminant };
    }

    /**
     * Returns one entry for each object: the first required member that no
     * other object declares. Returns null if any object has no such member.
     */
    function getPresence(objects: readonly Shape[]): Presence[] | null {
      if (objects.length < 2) return null;
      const all = objects.map(
        (member) => shapes.asObject(member)?.properties ?? [],
      );
      const found = objects.map((member, n) => {
        const others = all.toSpliced(n, 1).flat();
        const own = all[n]?.find(
          (property) =>
            !mayBeAbsent(property, shapes.resolve) &&
            !others.some(({ name }) => name === property.name),
        );
        return own && { key: own.name, type: type(member) };
      });
      return found.every((presence) => presence !== undefined) ? found : null;
    }
  }
}

function withLimits(limits: Limits): { limits?: Limits } {
  return Object.keys(limits).length > 0 ? { limits } : {};
}
