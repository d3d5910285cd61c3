/** From a model's declarations to shapes, each worked out once. */
import { reference } from "../build.js";
import { FRACTIONS } from "../corrections.js";
import { declarationsByName, findType } from "../lookup.js";
import { intersect } from "../members/intersections.js";
import { INDEX, membersOf } from "../members/members.js";
import { literalOf } from "../members/resolve.js";
import { memoizeByObject } from "../util/memoize.js";
import { constrain } from "./tags.js";
import { nonNullable } from "./unions.js";
import {
  ANY,
  NEVER,
  STRING,
  unionOf,
  type IndexShape,
  type IntersectionShape,
  type ObjectOrigin,
  type ObjectShape,
  type PropertyShape,
  type Shape,
} from "./shape.js";
import type {
  AliasDeclaration,
  InterfaceDeclaration,
  PrimitiveName,
  ProtocolModel,
  TypeNode,
} from "../types.js";
import { unreachable } from "../walk.js";

/** The shapes of one model. */
export interface Shapes {
  readonly model: ProtocolModel;
  /** What a named shape is: never a bare name unless it is an alias of one. */
  resolve(name: string): Shape;
  /** The shape of a type outside any declaration. */
  of(type: TypeNode): Shape;
  /** What an intersection comes to: one object, or a union. */
  merged(shape: IntersectionShape): Shape;
  /** The object that `shape` names or intersects, or null when it is none. */
  asObject(shape: Shape): ObjectShape | null;
}

/** The shapes of `model`; built on demand, kept as long as the model. */
export const shapesOf = memoizeByObject(createShapes);

function createShapes(model: ProtocolModel): Shapes {
  const declarations = declarationsByName(model);
  const known = new Map<string, Shape>();

  function resolve(name: string): Shape {
    const done = known.get(name);
    if (done) return done;
    const declaration = findType(model, name);
    if (!declaration) throw new Error(`No type called ${name}`);
    const shape = declared(declaration);
    known.set(name, shape);
    return shape;
  }

  function declared(
    declaration: AliasDeclaration | InterfaceDeclaration,
  ): Shape {
    const { kind, name, doc } = declaration;
    if (kind === "alias") {
      const type = shapeOf(
        declaration.type,
        FRACTIONS.has(name) || isExtension(name),
      );
      return constrain(type, doc, resolve);
    }
    const object = objectOf(reference(name), "interface", false, name);
    // Generated checks and schemas read the members of the last base first.
    const bases = declaration.extends.toReversed();
    const inherited = bases.flatMap(
      (base) => asObject(shapeOf(base, false))?.properties ?? [],
    );
    const all = [...inherited, ...object.properties];
    const properties = new Map(all.map((one) => [one.name, one]));
    return { ...object, properties: [...properties.values()] };
  }

  /** An extension's `number` is any, where its `@format int` does not say otherwise. */
  function isExtension(name: string | null): boolean {
    return declarations.get(name ?? "")?.extension !== undefined;
  }

  /** The object of a type's members; `own` is the interface that it is. */
  function objectOf(
    type: TypeNode,
    origin: ObjectOrigin,
    fractions = false,
    own: string | null = null,
  ): ObjectShape {
    const members = membersOf(declarations, type)?.values() ?? [];
    const properties: PropertyShape[] = [];
    let index: IndexShape | null = null;
    for (const member of members) {
      const { name, type: inner, optional, doc, origin: from } = member;
      const any =
        FRACTIONS.has(`${from}.${name}`) ||
        (from === null ? fractions : isExtension(from));
      const shape = constrain(shapeOf(inner, any), doc, resolve);
      if (name === INDEX) index = { shape, inherited: from !== own };
      else properties.push({ name, shape, optional, doc });
    }
    return { kind: "object", properties, index, origin };
  }

  /** `fractions` where `number` means any, and not an integer. */
  function shapeOf(type: TypeNode, fractions: boolean): Shape {
    const inner = (child: TypeNode) => shapeOf(child, fractions);
    const object = (origin: ObjectOrigin) => objectOf(type, origin, fractions);
    switch (type.kind) {
      case "primitive":
        return primitive(type.name, fractions);
      case "literal":
        return { kind: "literal", value: type.value };
      case "constant": {
        const value = literalOf(declarations, type);
        return value === undefined ? ANY : { kind: "literal", value };
      }
      case "reference":
        return { kind: "named", name: type.name };
      case "array":
        return { kind: "array", element: inner(type.element) };
      case "record":
        return object("record");
      case "object":
      case "omit":
      case "partial":
        return object("literal");
      case "union":
        return unionOf(type.types.map(inner));
      case "intersection":
        return type.types.some((part) => membersOf(declarations, part))
          ? {
              kind: "intersection",
              members: type.types.map(inner),
              type,
              fractions,
            }
          : inner(intersect(declarations, type));
      case "nonNullable":
        return nonNullable(inner(type.type), resolve);
      default:
        return unreachable(type);
    }
  }

  const merged = memoizeByObject(({ type, fractions }: IntersectionShape) =>
    membersOf(declarations, type)
      ? objectOf(type, "literal", fractions)
      : shapeOf(intersect(declarations, type), fractions),
  );

  function asObject(shape: Shape): ObjectShape | null {
    if (shape.kind === "named") return asObject(resolve(shape.name));
    if (shape.kind === "intersection") return asObject(merged(shape));
    return shape.kind === "object" ? shape : null;
  }

  return {
    model,
    resolve,
    of: (type) => shapeOf(type, false),
    merged,
    asObject,
  };
}

/** The shape of a primitive; `number` is an integer unless it has fractions. */
function primitive(name: PrimitiveName, fractions: boolean): Shape {
  switch (name) {
    case "string":
      return STRING;
    case "number":
      return { kind: "number", integer: !fractions };
    case "boolean":
    case "undefined":
      return { kind: name };
    case "unknown":
    case "any":
      return ANY;
    case "never":
      return NEVER;
    case "object":
      return { kind: "object", properties: [], index: null, origin: "keyword" };
    default:
      return unreachable(name);
  }
}
