/**
 * Shapes in a normal form, ready to be turned into code: intersections of
 * objects merged, unions flattened and told apart by a literal where one does,
 * names of plain types looked through.
 */
import { findDiscriminant } from "./discriminant.js";
import { asObject, withoutUndefined } from "./shape-objects.js";
import { unionMembers } from "./shape-sets.js";
import { shapesOf, type Shapes } from "./shape-space.js";
import type { NumberShape, Shape, StringShape } from "./shape.js";
import { acceptsPlain } from "./accepts.js";
import type { LiteralValue, ProtocolModel } from "./types.js";
import { unreachable } from "./walk.js";

export type Normal =
  | { readonly kind: "any" | "never" | "boolean" }
  | StringShape
  | NumberShape
  | { readonly kind: "literals"; readonly values: readonly LiteralValue[] }
  | NormalArray
  | NormalTuple
  | NormalObject
  /** Members of different kinds, or objects that no literal tells apart. */
  | { readonly kind: "union"; readonly members: readonly Normal[] }
  | NormalTagged
  /** Intersections that are no objects. */
  | { readonly kind: "all"; readonly members: readonly Normal[] }
  /** A declared type that is not plain. */
  | { readonly kind: "ref"; readonly name: string };

export interface NormalArray {
  readonly kind: "array";
  readonly element: Normal;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface NormalTuple {
  readonly kind: "tuple";
  readonly items: readonly Normal[];
  readonly required: number;
  readonly rest: Normal;
}

export interface NormalObject {
  readonly kind: "object";
  readonly properties: readonly NormalProperty[];
  /** What other keys must hold; those that allow anything are kept too. */
  readonly indexes: readonly NormalIndex[];
}

export interface NormalProperty {
  readonly name: string;
  readonly type: Normal;
  readonly required: boolean;
}

export interface NormalIndex {
  readonly pattern: string | null;
  readonly type: Normal;
}

/** A union of objects that the property `key` tells apart. */
export interface NormalTagged {
  readonly kind: "tagged";
  readonly key: string;
  /** By literal, in order of appearance. */
  readonly branches: readonly {
    readonly value: string;
    readonly type: Normal;
  }[];
  /** What an object without the key must be; null when it must have it. */
  readonly absent: Normal | null;
}

/** Normal forms of one model. */
export interface Normals {
  readonly shapes: Shapes;
  normal(shape: Shape): Normal;
  /** The normal form of a declared type: a `ref` only if it is an alias. */
  body(name: string): Normal;
}

const caches = new WeakMap<ProtocolModel, Normals>();

/** The normal forms of `model`; built on demand, kept as long as the model. */
export function normalsOf(model: ProtocolModel): Normals {
  let normals = caches.get(model);
  if (!normals) {
    normals = createNormals(shapesOf(model));
    caches.set(model, normals);
  }
  return normals;
}

function createNormals(shapes: Shapes): Normals {
  const { resolve } = shapes;
  const bodies = new Map<string, Normal>();

  function body(name: string): Normal {
    let known = bodies.get(name);
    if (!known) {
      known = normal(resolve(name));
      bodies.set(name, known);
    }
    return known;
  }

  function normal(shape: Shape): Normal {
    switch (shape.kind) {
      case "any":
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
      case "tuple":
        return {
          kind: "tuple",
          items: [...shape.required, ...shape.optional].map(normal),
          required: shape.required.length,
          rest: shape.rest ? normal(shape.rest) : { kind: "never" },
        };
      case "object":
        return {
          kind: "object",
          properties: shape.properties.map((property) => ({
            name: property.name,
            type: normal(withoutUndefined(property.shape)),
            required: !property.optional && !holdsUndefined(property.shape),
          })),
          indexes: [
            ...shape.indexes.map((index) => ({
              pattern: index.pattern,
              type: normal(withoutUndefined(index.shape)),
            })),
            ...(shape.origin === "keyword"
              ? [{ pattern: null, type: { kind: "any" } } as const]
              : []),
          ],
        };
      case "union":
        return union(unionMembers(shape, resolve), new Set());
      case "intersection": {
        const object = asObject(shape, resolve);
        return object ? normal(object) : all(shape.members.map(normal));
      }
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
    // A union that shrinks to a plain type is looked through as well.
    if (target.kind === "union") {
      const members = unionMembers(target, resolve);
      if (members.every((m) => m.kind === "string" || m.kind === "literal")) {
        const type = body(name);
        if (type.kind === "string") return type;
      }
    }
    return { kind: "ref", name };
  }

  function holdsUndefined(shape: Shape): boolean {
    return unionMembers(shape, resolve).some((m) => m.kind === "undefined");
  }

  /** `used` are the keys that have told the members apart already. */
  function union(members: readonly Shape[], used: ReadonlySet<string>): Normal {
    const kept = members.filter(
      ({ kind }) => kind !== "undefined" && kind !== "never",
    );
    if (kept.some(({ kind }) => kind === "any")) return { kind: "any" };
    const objects = kept.filter((member) => asObject(member, resolve));
    const others = kept.filter((member) => !objects.includes(member));
    const parts = distinct([
      ...gatherLiterals(others),
      ...others.filter(({ kind }) => kind !== "literal").map(normal),
      ...objectUnion(objects, used),
    ]);
    const [only] = parts;
    if (!only) return { kind: "never" };
    return parts.length === 1 ? only : { kind: "union", members: parts };
  }

  function objectUnion(
    objects: readonly Shape[],
    used: ReadonlySet<string>,
  ): Normal[] {
    const split =
      objects.length > 1 ? findDiscriminant(objects, used, resolve) : null;
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

  return { shapes, normal, body };
}

/** `number & -32700` is the literal. */
function all(members: readonly Normal[]): Normal {
  const literals = members.find((member) => member.kind === "literals");
  if (literals?.kind === "literals") {
    const others = members.filter((member) => member !== literals);
    const implied = others.every(
      (other) =>
        (other.kind === "number" || other.kind === "string") &&
        literals.values.every((value) => acceptsPlain(other, value)),
    );
    if (implied) return literals;
  }
  return { kind: "all", members };
}

function isPlain({ kind }: Shape): boolean {
  return !["object", "array", "tuple", "union", "intersection"].includes(kind);
}

/** All literals as one, without those that a plain type beside them allows. */
function gatherLiterals(members: readonly Shape[]): Normal[] {
  const values = new Set(
    members.flatMap((m) => (m.kind === "literal" ? [m.value] : [])),
  );
  const has = (test: (member: Shape) => boolean) => members.some(test);
  const kept = [...values].filter((value) => {
    switch (typeof value) {
      case "string":
        return !has((m) => m.kind === "string" && isFree(m));
      case "number":
        return !has(
          (m) =>
            m.kind === "number" &&
            m.minimum === undefined &&
            m.maximum === undefined &&
            (!m.integer || Number.isInteger(value)),
        );
      case "boolean":
        return (
          !has(({ kind }) => kind === "boolean") &&
          !(values.has(true) && values.has(false))
        );
      default:
        return true;
    }
  });
  const both =
    values.has(true) &&
    values.has(false) &&
    !has(({ kind }) => kind === "boolean");
  return [
    ...(kept.length > 0 ? [{ kind: "literals", values: kept } as const] : []),
    ...(both ? [{ kind: "boolean" } as const] : []),
  ];
}

function isFree({ minLength, maxLength, patterns }: StringShape): boolean {
  return (
    minLength === undefined && maxLength === undefined && patterns === undefined
  );
}

function distinct(types: readonly Normal[]): Normal[] {
  return [...new Map(types.map((t) => [JSON.stringify(t), t])).values()];
}
