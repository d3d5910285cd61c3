/**
 * Converts the declarations of a model to shapes. The shape of each declaration
 * is computed once.
 */
import { NO_DOC, reference } from "../build.js";
import { FRACTIONS } from "../corrections.js";
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
    if (kind === "alias") {
      const type = createShape(
        declaration.type,
        FRACTIONS.has(name) || isExtension(name),
      );
      return constrain(type, doc, resolve);
    }
    const object = createObject(reference(name), "interface", false, name);
    // The last base type comes first, because generated checks and JSON Schemas
    // list inherited members in this order.
    const bases = declaration.extends.toReversed();
    const inherited = bases.flatMap(
      (base) => asObject(createShape(base, false))?.properties ?? [],
    );
    const all = [...inherited, ...object.properties];
    return { ...object, properties: [...mapByName(all).values()] };
  }

  /**
   * Returns true if an extension declares the type. In extensions, `number` may
   * have a fraction unless the tag `@format int` is given.
   */
  function isExtension(name: string | null): boolean {
    return declarations.get(name ?? "")?.extension !== undefined;
  }

  /**
   * Returns the shape of an object type with all its members.
   *
   * @param own Name of the interface, or null for other types.
   */
  function createObject(
    type: TypeNode,
    origin: ObjectOrigin,
    fractions = false,
    own: string | null = null,
  ): ObjectShape {
    const members = getMembers(declarations, type)?.values() ?? [];
    const properties: PropertyShape[] = [];
    let index: IndexShape | null = null;
    for (const member of members) {
      const { name, type: inner, optional, doc, origin: from } = member;
      const any =
        FRACTIONS.has(`${from}.${name}`) ||
        (from === null ? fractions : isExtension(from));
      const shape = constrain(createShape(inner, any), doc, resolve);
      if (name === INDEX) index = { shape, inherited: from !== own };
      else properties.push({ name, shape, optional, doc });
    }
    return { kind: "object", properties, index, origin };
  }

  /**
   * Returns the shape of a type.
   *
   * @param fractions Whether `number` allows fractions.
   */
  function createShape(type: TypeNode, fractions: boolean): Shape {
    const inner = (child: TypeNode) => createShape(child, fractions);
    const object = (origin: ObjectOrigin) =>
      createObject(type, origin, fractions);
    switch (type.kind) {
      case "primitive":
        return primitive(type.name, fractions);
      case "literal":
        return { kind: "literal", value: type.value };
      case "constant": {
        const value = getLiteral(declarations, type);
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
        return createUnion(type.types.map(inner));
      case "intersection": {
        const narrow = constrained(declarations, type);
        if (narrow)
          return constrain(
            inner(narrow.type),
            { ...NO_DOC, tags: narrow.tags },
            resolve,
          );
        return type.types.some((part) => getMembers(declarations, part))
          ? {
              kind: "intersection",
              members: type.types.map(inner),
              type,
              fractions,
            }
          : inner(intersect(declarations, type));
      }
      case "nonNullable":
        return nonNullable(inner(type.type), resolve);
      default:
        return unreachable(type);
    }
  }

  const merged = memoizeByObject(({ type, fractions }: IntersectionShape) =>
    getMembers(declarations, type)
      ? createObject(type, "literal", fractions)
      : createShape(intersect(declarations, type), fractions),
  );

  function asObject(shape: Shape): ObjectShape | null {
    if (shape.kind === "named") return asObject(resolve(shape.name));
    if (shape.kind === "intersection") return asObject(merged(shape));
    return shape.kind === "object" ? shape : null;
  }

  return {
    model,
    resolve,
    of: (type) => createShape(type, false),
    merged,
    asObject,
  };
}

/**
 * Returns the shape of a primitive type. `number` means an integer unless
 * fractions are allowed.
 */
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
