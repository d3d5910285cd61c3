/**
 * Converts the declarations of a model to shapes. The shape of each declaration
 * is computed once.
 */
import { NO_DOC, reference } from "../build.js";
import { declarationsByName, findType, mapByName } from "../lookup.js";
import { constrained } from "../members/constraints.js";
import { intersect } from "../members/intersections.js";
import { INDEX, getMembers } from "../members/members.js";
import { getLiteral } from "../members/resolve.js";
import { memoizeByObject } from "../util/memoize.js";
import { constrain } from "./tags.js";
import { nonNullable } from "./unions.js";
import {
  ANY,
  NEVER,
  STRING,
  createUnion,
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

/** Functions that return the shapes of the types in one model. */
export interface Shapes {
  readonly model: ProtocolModel;
  /**
   * Returns the shape of the declared type `name`. The result is a reference by
   * name only if the type is an alias of another declared type.
   */
  resolve(name: string): Shape;
  /** Returns the shape of a type expression, such as the type of a member. */
  of(type: TypeNode): Shape;
  /**
   * Returns the shape that results from merging the members of an intersection.
   */
  merged(shape: IntersectionShape): Shape;
  /**
   * Returns `shape` as an object shape. Names are resolved and intersections
   * are merged first. Returns null if the result is not an object.
   */
  asObject(shape: Shape): ObjectShape | null;
}

/**
 * Returns an object that creates the shapes of the types in `model` on demand.
 * The object is cached as long as the model exists.
 */
export const getShapes = memoizeByObject(createShapes);

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
    if (kind === "alias")
      return constrain(createShape(declaration.type), doc, resolve);
    const object = createObject(reference(name), "interface", name);
    // Members of the last base type come first. Generated checks and JSON
    // Schemas list inherited members in this order.
    const bases = declaration.extends.toReversed();
    const inherited = bases.flatMap(
      (base) => asObject(createShape(base))?.properties ?? [],
    );
    const all = [...inherited, ...object.properties];
    return { ...object, properties: [...mapByName(all).values()] };
  }

  /**
   * Returns the shape of an object type with all its members.
   *
   * @param own Name of the interface, or null for other types.
   */
  function createObject(
    type: TypeNode,
    origin: ObjectOrigin,
    own: string | null = null,
  ): ObjectShape {
    const members = getMembers(declarations, type)?.values() ?? [];
    const properties: PropertyShape[] = [];
    let index: IndexShape | null = null;
    for (const member of members) {
      const { name, type: inner, optional, origin: from, ...rest } = member;
      const shape = constrain(createShape(inner), rest.doc, resolve);
      if (name === INDEX) index = { shape, inherited: from !== own, ...rest };
      else properties.push({ name, shape, optional, ...rest });
    }
    const typeName = type.kind === "object" ? type.typeName : undefined;
    return { kind: "object", properties, index, origin, typeName };
  }

  /** Returns the shape of a type. */
  function createShape(type: TypeNode): Shape {
    const object = (origin: ObjectOrigin) => createObject(type, origin);
    switch (type.kind) {
      case "primitive":
        return type.name === "number"
          ? { kind: "number", integer: type.integer }
          : primitive(type.name);
      case "literal":
        return { kind: "literal", value: type.value };
      case "constant": {
        const value = getLiteral(declarations, type);
        return value === undefined ? ANY : { kind: "literal", value };
      }
      case "reference":
        return { kind: "named", name: type.name };
      case "array":
        return { kind: "array", element: createShape(type.element) };
      case "record":
        return object("record");
      case "object":
      case "omit":
      case "partial":
        return object("literal");
      case "union":
        return createUnion(type.types.map(createShape));
      case "intersection": {
        const narrow = constrained(declarations, type);
        if (narrow)
          return constrain(
            createShape(narrow.type),
            { ...NO_DOC, tags: narrow.tags },
            resolve,
          );
        return type.types.some((part) => getMembers(declarations, part))
          ? {
              kind: "intersection",
              members: type.types.map(createShape),
              type,
            }
          : createShape(intersect(declarations, type));
      }
      case "nonNullable":
        return nonNullable(createShape(type.type), resolve);
      default:
        return unreachable(type);
    }
  }

  const merged = memoizeByObject(({ type }: IntersectionShape) =>
    getMembers(declarations, type)
      ? createObject(type, "literal")
      : createShape(intersect(declarations, type)),
  );

  function asObject(shape: Shape): ObjectShape | null {
    if (shape.kind === "named") return asObject(resolve(shape.name));
    if (shape.kind === "intersection") return asObject(merged(shape));
    return shape.kind === "object" ? shape : null;
  }

  return {
    model,
    resolve,
    of: createShape,
    merged,
    asObject,
  };
}

/** Returns the shape of a primitive type other than `number`. */
function primitive(name: PrimitiveName): Shape {
  switch (name) {
    case "string":
      return STRING;
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
