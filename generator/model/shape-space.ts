/** From a model's declarations to shapes, each worked out once. */
import { holdsFractions } from "./corrections.js";
import { findConstant, findType } from "./lookup.js";
import { once } from "./once.js";
import {
  keyPattern,
  objectOf,
  primitive,
  record,
  tuple,
} from "./shape-builtins.js";
import { createInstances, instanceName } from "./shape-instances.js";
import { asObject, extendObject, indexedBy } from "./shape-objects.js";
import { NULLISH, filterUnion, intersectionOf } from "./shape-sets.js";
import { constrain, constraintsOf } from "./shape-tags.js";
import { templateShape } from "./shape-template.js";
import { keysOf, omit, pick, withOptional } from "./shape-utilities.js";
import {
  ANY,
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
  /** True in a member, an array or a tuple, through which types recur. */
  readonly inside: boolean;
}

type TypeDeclaration = AliasDeclaration | InterfaceDeclaration;

const TOP: Scope = {
  parameters: new Map(),
  fractions: false,
  inside: false,
};
const EMPTY: ObjectShape = objectOf([], "literal");

/** The shapes of `model`; built on demand, kept as long as the model. */
export const shapesOf = once(createShapes);

function createShapes(model: ProtocolModel): Shapes {
  const known = new Map<string, Shape>();
  const instances = createInstances(model);

  function resolve(name: string): Shape {
    const done = known.get(name);
    if (done) return done;
    const declaration = findType(model, name);
    const make =
      instances.find(name) ??
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
      const scope = {
        ...scopeOf(member.kind === "property" ? member.name : null),
        inside: true,
      };
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

  function reference(
    name: string,
    args: readonly TypeNode[],
    scope: Scope,
  ): Shape {
    const { inside } = scope;
    const parameter = scope.parameters.get(name);
    if (parameter) return parameter;
    const declaration = findType(model, name);
    if (!declaration || declaration.typeParameters.length === 0)
      return { kind: "named", name };
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
    const make = () => declared(declaration, { ...TOP, parameters, inside });
    return instances.recursive(name)
      ? instances.named(instanceName(name, parameters), make)
      : make();
  }

  function shapeOf(type: TypeNode, outer: Scope): Shape {
    const { parameters, fractions, inside } = outer;
    if (inside && instances.isComputed(type, parameters))
      return instances.named(instanceName(type, parameters, fractions), () =>
        shapeOf(type, { ...outer, inside: false }),
      );
    const inner = (child: TypeNode) => shapeOf(child, outer);
    const within = (child: TypeNode) =>
      shapeOf(child, { ...outer, inside: true });
    switch (type.kind) {
      case "primitive":
        return primitive(type.name, fractions);
      case "literal":
        return { kind: "literal", value: type.value };
      case "constant": {
        const constant = findConstant(model, type.name);
        return constant ? { kind: "literal", value: constant.value } : ANY;
      }
      case "reference":
        return reference(type.name, type.arguments, outer);
      case "array":
        return { kind: "array", element: within(type.element) };
      case "tuple":
        return tuple(type.elements, within, resolve);
      case "record":
        return record(inner(type.key), within(type.value), resolve);
      case "object":
        return objectShape(type.members, "literal", () => outer);
      case "union":
        return unionOf(type.types.map(inner));
      case "intersection":
        return intersectionOf(type.types.map(inner), resolve);
      case "omit":
        return omit(inner(type.type), type.keys, resolve);
      case "pick":
        return pick(inner(type.type), type.keys, resolve);
      case "partial":
        return withOptional(inner(type.type), true, resolve);
      case "required":
        return withOptional(inner(type.type), false, resolve);
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
      case "keyof":
        return keysOf(inner(type.type), resolve);
      case "template": {
        const spans = type.spans.map((span) => ({
          shape: inner(span.type),
          text: span.text,
        }));
        return templateShape(type.head, spans, resolve);
      }
      default:
        return unreachable(type);
    }
  }

  return { model, resolve, of: (type) => shapeOf(type, TOP) };
}
