/**
 * Shapes that are worked out of a type that refers to itself: each has a name,
 * as a declaration has, and waits until it is asked for.
 */
import { recursionOf } from "./recursion.js";
import { shapeKey, type Shape } from "./shape.js";
import { typeText } from "./type-text.js";
import type { ProtocolModel, TypeNode } from "./types.js";
import { walkType } from "./walk.js";

/** Type parameters, and what stands for them. */
export type Arguments = ReadonlyMap<string, Shape>;

/** The instances of one model. */
export interface Instances {
  /** The shape called `name`, which `make` makes later. */
  named(name: string, make: () => Shape): Shape;
  /** What makes the instance of that name, if there is one. */
  find(name: string): (() => Shape) | undefined;
  /** True for a declaration that refers to itself, if only through others. */
  recursive(name: string): boolean;
  /** True for a type that is computed from what refers to itself. */
  isComputed(type: TypeNode, given: Arguments): boolean;
}

/** Kinds of types that stand for themselves, whatever they hold. */
const PLAIN: ReadonlySet<TypeNode["kind"]> = new Set([
  "primitive",
  "literal",
  "constant",
  "reference",
  "array",
  "tuple",
  "object",
  "union",
  "readonly",
]);

const MAX_INSTANCES = 1000;

/** No instances of `model` yet. */
export function createInstances(model: ProtocolModel): Instances {
  const makers = new Map<string, () => Shape>();
  const recursive = recursionOf(model);

  function named(name: string, make: () => Shape): Shape {
    if (makers.size > MAX_INSTANCES)
      throw new Error(`The type ${name} has no end of instances`);
    if (!makers.has(name)) makers.set(name, make);
    return { kind: "named", name };
  }

  function refersToItself(type: TypeNode, given: Arguments): boolean {
    let found = false;
    walkType(type, (inner) => {
      if (inner.kind !== "reference") return;
      const argument = given.get(inner.name);
      const names = argument ? namesIn(argument) : [inner.name];
      found ||= names.some((name) => makers.has(name) || recursive(name));
    });
    return found;
  }

  function isComputed(type: TypeNode, given: Arguments): boolean {
    if (PLAIN.has(type.kind)) return false;
    return refersToItself(type.kind === "record" ? type.key : type, given);
  }

  return { named, find: (name) => makers.get(name), recursive, isComputed };
}

/** Name of a type with what stands for the type parameters around it. */
export function instanceName(
  type: TypeNode | string,
  given: Arguments,
  fractions = false,
): string {
  const text = typeof type === "string" ? type : typeText(type);
  const shapes = [...given.values()].map(shapeKey).join();
  const values = given.size === 0 ? "" : `<${shapes}>`;
  return `${text}${values}${fractions ? " with fractions" : ""}`;
}

/** Names that a shape refers to. */
function namesIn(shape: Shape): readonly string[] {
  const names: string[] = [];
  JSON.stringify(shape, (_, value: unknown) => {
    const { kind, name } = Object(value) as { kind?: unknown; name?: unknown };
    if (kind === "named" && typeof name === "string") names.push(name);
    return value;
  });
  return names;
}
