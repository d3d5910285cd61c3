/** From a model's declarations to shapes, each worked out once. */
import { holdsFractions } from "../corrections.js";
import { findDeclaration, findType } from "../lookup.js";
import { memoizeByObject } from "../util/memoize.js";
import { asObject } from "./intersections.js";
import { extendObject, omit, partial, record } from "./objects.js";
import { constrain } from "./tags.js";
import { nonNullable } from "./unions.js";
import {
  ANY,
  NEVER,
  objectOf,
  STRING,
  unionOf,
  UnsupportedType,
  type IndexShape,
  type ObjectOrigin,
  type ObjectShape,
  type PropertyShape,
  type Shape,
} from "./shape.js";
import type {
  AliasDeclaration,
  InterfaceDeclaration,
  Member,
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
}

type TypeDeclaration = AliasDeclaration | InterfaceDeclaration;

const EMPTY: ObjectShape = objectOf([], "literal");

/** The shapes of `model`; built on demand, kept as long as the model. */
export const shapesOf = memoizeByObject(createShapes);

function createShapes(model: ProtocolModel): Shapes {
  const known = new Map<string, Shape>();
  const open = new Set<string>();

  function resolve(name: string): Shape {
    const done = known.get(name);
    if (done) return done;
    const declaration = findType(model, name);
    if (!declaration) throw new Error(`No type called ${name}`);
    if (open.has(name))
      throw new UnsupportedType("is computed of itself, which has no end");
    open.add(name);
    try {
      const shape = declared(declaration);
      known.set(name, shape);
      return shape;
    } catch (error) {
      if (error instanceof UnsupportedType) error.declaration ??= name;
      throw error;
    } finally {
      open.delete(name);
    }
  }

  function declared(declaration: TypeDeclaration): Shape {
    const fractionsIn = (member: string | null): boolean =>
      holdsFractions(declaration.name, member);
    switch (declaration.kind) {
      case "alias":
        return constrain(
          shapeOf(declaration.type, fractionsIn(null)),
          declaration.doc,
          resolve,
        );
      case "interface": {
        const bases = declaration.extends
          .map((type) => shapeOf(type, false))
          .map((base) => asObject(base, resolve) ?? EMPTY);
        const own = objectShape(declaration.members, "interface", fractionsIn);
        return bases.length === 0
          ? own
          : extendObject(
              bases.reduceRight((a, b) => extendObject(a, b)),
              own,
            );
      }
      default:
        return unreachable(declaration);
    }
  }

  function objectShape(
    members: readonly Member[],
    origin: ObjectOrigin,
    fractionsIn: (member: string | null) => boolean,
  ): ObjectShape {
    const properties: PropertyShape[] = [];
    let index: IndexShape | null = null;
    for (const member of members) {
      const name = member.kind === "property" ? member.name : null;
      const shape = constrain(
        shapeOf(member.type, fractionsIn(name)),
        member.doc,
        resolve,
      );
      if (member.kind === "index") index = { shape, inherited: false };
      else {
        const { name, optional, doc } = member;
        properties.push({ name, shape, optional, doc });
      }
    }
    return { kind: "object", properties, index, origin };
  }

  /** `fractions` where `number` means any, and not an integer. */
  function shapeOf(type: TypeNode, fractions: boolean): Shape {
    const inner = (child: TypeNode) => shapeOf(child, fractions);
    switch (type.kind) {
      case "primitive":
        return primitive(type.name, fractions);
      case "literal":
        return { kind: "literal", value: type.value };
      case "constant": {
        const found = findDeclaration(model, type.name);
        return found?.kind === "constant"
          ? { kind: "literal", value: found.value }
          : ANY;
      }
      case "reference":
        return { kind: "named", name: type.name };
      case "array":
        return { kind: "array", element: inner(type.element) };
      case "record":
        return record(inner(type.key), inner(type.value), resolve);
      case "object":
        return objectShape(type.members, "literal", () => fractions);
      case "union":
        return unionOf(type.types.map(inner));
      case "intersection":
        return { kind: "intersection", members: type.types.map(inner) };
      case "omit":
        return omit(inner(type.type), type.keys, resolve);
      case "partial":
        return partial(inner(type.type), resolve);
      case "nonNullable":
        return nonNullable(inner(type.type), resolve);
      default:
        return unreachable(type);
    }
  }

  return { model, resolve, of: (type) => shapeOf(type, false) };
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
      return objectOf([], "keyword");
    default:
      return unreachable(name);
  }
}
