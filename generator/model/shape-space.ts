/** From a model's declarations to shapes, each worked out once. */
import { holdsFractions } from "./corrections.js";
import { findConstant, findType } from "./lookup.js";
import { once } from "./once.js";
import { recursionOf } from "./recursion.js";
import {
  keyPattern,
  objectOf,
  primitive,
  record,
  tuple,
} from "./shape-builtins.js";
import {
  asObject,
  extendObject,
  indexedBy,
  keysOf,
  omit,
  pick,
  withOptional,
} from "./shape-objects.js";
import { filterUnion } from "./shape-sets.js";
import { constrain, constraintsOf } from "./shape-tags.js";
import { templatePattern } from "./shape-template.js";
import {
  ANY,
  NULL,
  STRING,
  UNDEFINED,
  shapeKey,
  unionOf,
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
  ProtocolModel,
  TypeNode,
} from "./types.js";
import { unreachable } from "./walk.js";

/** The shapes of one model. */
export interface Shapes {
  readonly model: ProtocolModel;
  /** What a named shape is: never a bare name unless it is an alias of one. */
  resolve(name: string): Shape;
  /** The shape of a type outside any declaration. */
  of(type: TypeNode): Shape;
}

/** Where a type stands: its type parameters, and whether numbers are any. */
interface Scope {
  readonly parameters: ReadonlyMap<string, Shape>;
  readonly fractions: boolean;
}

type TypeDeclaration = AliasDeclaration | InterfaceDeclaration;

const TOP: Scope = { parameters: new Map(), fractions: false };
const EMPTY: ObjectShape = objectOf([], "literal");
const NULLISH: Shape = unionOf([NULL, UNDEFINED]);

/** The shapes of `model`; built on demand, kept as long as the model. */
export const shapesOf = once(createShapes);

function createShapes(model: ProtocolModel): Shapes {
  const known = new Map<string, Shape>();
  const instances = new Map<string, () => Shape>();
  const recursive = recursionOf(model);

  function resolve(name: string): Shape {
    const done = known.get(name);
    if (done) return done;
    const declaration = findType(model, name);
    const make =
      instances.get(name) ??
      (declaration ? () => declared(declaration, TOP) : undefined);
    if (!make) throw new Error(`No type called ${name}`);
    const shape = make();
    known.set(name, shape);
    return shape;
  }

  function declared(declaration: TypeDeclaration, outer: Scope): Shape {
    const scopeOf = (member: string | null): Scope => ({
      ...outer,
      fractions: holdsFractions(declaration.name, member),
    });
    switch (declaration.kind) {
      case "alias":
        return constrain(
          shapeOf(declaration.type, scopeOf(null)),
          constraintsOf(declaration.doc),
          resolve,
        );
      case "interface": {
        const bases = declaration.extends
          .map((type) => shapeOf(type, outer))
          .map((base) => asObject(base, resolve) ?? EMPTY);
        const own = objectShape(declaration.members, "interface", scopeOf);
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
    scopeOf: (member: string | null) => Scope,
  ): ObjectShape {
    const properties: PropertyShape[] = [];
    const indexes: IndexShape[] = [];
    for (const member of members) {
      const scope = scopeOf(member.kind === "property" ? member.name : null);
      const shape = constrain(
        shapeOf(member.type, scope),
        constraintsOf(member.doc),
        resolve,
      );
      if (member.kind === "index") {
        const pattern = keyPattern(shapeOf(member.key, scope), resolve);
        indexes.push({ pattern, shape, inherited: false });
      } else {
        const { name, optional, doc } = member;
        properties.push({ name, shape, optional, doc });
      }
    }
    return { kind: "object", properties, indexes, origin };
  }

  function reference(name: string, args: readonly TypeNode[], scope: Scope) {
    const parameter = scope.parameters.get(name);
    if (parameter) return parameter;
    const declaration = findType(model, name);
    if (!declaration || declaration.typeParameters.length === 0)
      return { kind: "named", name } as const;
    const parameters = new Map<string, Shape>();
    for (const [
      i,
      { name, default: fallback },
    ] of declaration.typeParameters.entries()) {
      const type = args[i] ?? fallback;
      const inner = {
        ...scope,
        parameters: new Map([...scope.parameters, ...parameters]),
      };
      parameters.set(name, type ? shapeOf(type, inner) : ANY);
    }
    const make = () => declared(declaration, { ...TOP, parameters });
    if (!recursive(name)) return make();
    const key = `${name}<${[...parameters.values()].map(shapeKey).join()}>`;
    if (instances.size > 1000)
      throw new Error(`The generic type ${name} has no end of instances`);
    if (!instances.has(key)) instances.set(key, make);
    return { kind: "named", name: key } as const;
  }

  function shapeOf(type: TypeNode, scope: Scope): Shape {
    const inner = (child: TypeNode) => shapeOf(child, scope);
    const objectOr = (
      child: TypeNode,
      change: (object: ObjectShape) => ObjectShape,
    ): Shape => {
      const shape = inner(child);
      const object = asObject(shape, resolve);
      return object ? change(object) : shape;
    };
    switch (type.kind) {
      case "primitive":
        return primitive(type.name, scope.fractions);
      case "literal":
        return { kind: "literal", value: type.value };
      case "constant": {
        const constant = findConstant(model, type.name);
        return constant ? { kind: "literal", value: constant.value } : ANY;
      }
      case "reference":
        return reference(type.name, type.arguments, scope);
      case "array":
        return { kind: "array", element: inner(type.element) };
      case "tuple":
        return tuple(type.elements, inner);
      case "record":
        return record(inner(type.key), inner(type.value), resolve);
      case "object":
        return objectShape(type.members, "literal", () => scope);
      case "union":
        return unionOf(type.types.map(inner));
      case "intersection":
        return { kind: "intersection", members: type.types.map(inner) };
      case "omit":
        return objectOr(type.type, (object) => omit(object, type.keys));
      case "pick":
        return objectOr(type.type, (object) => pick(object, type.keys));
      case "partial":
        return objectOr(type.type, (object) => withOptional(object, true));
      case "required":
        return objectOr(type.type, (object) => withOptional(object, false));
      case "readonly":
        return inner(type.type);
      case "nonNullable":
        return filterUnion(inner(type.type), NULLISH, false, resolve);
      case "exclude":
        return filterUnion(
          inner(type.type),
          inner(type.excluded),
          false,
          resolve,
        );
      case "extract":
        return filterUnion(
          inner(type.type),
          inner(type.extracted),
          true,
          resolve,
        );
      case "indexed":
        return indexedBy(inner(type.object), inner(type.index), resolve);
      case "keyof": {
        const object = asObject(inner(type.type), resolve);
        return object ? keysOf(object) : STRING;
      }
      case "template": {
        const spans = type.spans.map((span) => ({
          shape: inner(span.type),
          text: span.text,
        }));
        const pattern = templatePattern(type.head, spans, resolve);
        return { kind: "string", patterns: [pattern] };
      }
      default:
        return unreachable(type);
    }
  }

  return { model, resolve, of: (type) => shapeOf(type, TOP) };
}
