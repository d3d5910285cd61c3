/**
 * Collects the guard functions of a model: one for each declared type, and one
 * for each nested type that is too complex for an expression. Identical nested
 * types share one function.
 */
import {
  getTypeKey,
  getNormals,
  type Normal,
  type NormalTagged,
  type Normals,
} from "../../model/normal/normal.js";
import { taggedTypes } from "../../model/normal/types.js";
import type { ProtocolModel } from "../../model/types.js";
import { access } from "../print/syntax.js";
import { createUniqueName } from "../../model/util/names.js";
import { findCycles } from "../../model/util/strongly-connected.js";
import { needsGuardFunction, getGuardName } from "./guard-names.js";

/**
 * Guard function of a declared type, or of a type nested inside a declared
 * type.
 */
export interface GuardFunction {
  /**
   * Name of the guard function, such as `checkTool` or `checkToolInputSchema`.
   */
  readonly name: string;
  readonly type: Normal;
  /**
   * Number of the cycle that contains the guard function: functions that call
   * each other recursively have the same number. Null if the function is not
   * recursive. Calls within a cycle pass an increased nesting depth.
   */
  cycle: number | null;
  /**
   * Discriminant of an object type that is a member of a union. A second
   * function checks the object's other members after the discriminant was
   * checked. Null for other types.
   */
  tag: Tag | null;
}

export interface Tag {
  readonly key: string;
  readonly value: string;
}

/**
 * Guard functions of a model, with a lookup of the guard function for a type.
 */
export interface GuardFunctions {
  readonly normals: Normals;
  /**
   * Declared types in the order of the model, each with its guard functions.
   */
  readonly types: readonly TypeGuards[];
  /**
   * Returns the guard function of a type. Returns null if the type is checked
   * by an expression instead.
   */
  find(type: Normal): GuardFunction | null;
  /**
   * Regular expressions that the types require. The generated code declares
   * each regular expression as a constant.
   */
  readonly patterns: readonly string[];
  /** Returns the name of the generated constant for a regular expression. */
  patternName(pattern: string): string;
}

export interface TypeGuards {
  readonly name: string;
  readonly exported: boolean;
  readonly type: Normal;
  /**
   * Guard function of the type, followed by the guard functions of its nested
   * types. A nested type that already occurs in a previous type is left out.
   */
  readonly parts: readonly GuardFunction[];
}

/**
 * Returns the name of the guard function that checks all members of an object
 * except the discriminant, such as `checkTextContentMembers`.
 */
export function getMembersGuardName({ name }: GuardFunction): string {
  return `${name}Members`;
}

export function collectGuardFunctions(model: ProtocolModel): GuardFunctions {
  const normals = getNormals(model);
  const { body } = normals;
  const byKey = new Map<string, GuardFunction>();
  const declared = new Map<string, GuardFunction>();
  const taken = new Set<string>();
  const patterns = new Set<string>();

  const all = model.declarations.filter(({ kind }) => kind !== "constant");
  for (const { name } of all) {
    const type = body(name);
    taken.add(`check${name}`).add(`check${name}Members`);
    if (type.kind === "ref") continue;
    const part = createGuardFunction(`check${name}`, type);
    declared.set(name, part);
    if (needsGuardFunction(type) && !byKey.has(getTypeKey(type)))
      byKey.set(getTypeKey(type), part);
  }
  const types = all.map(({ name, exported }): TypeGuards => {
    const type = body(name);
    /**
     * Creates guard functions for those nested types that have none yet, and
     * returns the created guard functions.
     */
    const partsIn = (inner: Normal, path: string): GuardFunction[] => {
      if (inner.kind === "string")
        inner.patterns?.forEach((pattern) => patterns.add(pattern));
      return listChildren(inner).flatMap(([step, child]) => {
        const below = `${path}${step}`;
        if (!needsGuardFunction(child)) return partsIn(child, below);
        if (byKey.has(getTypeKey(child))) return [];
        const name = createUniqueName(
          `check${getGuardName(child, below)}`,
          taken,
        );
        const part = createGuardFunction(name, child);
        byKey.set(getTypeKey(child), part);
        return [part, ...partsIn(child, below)];
      });
    };
    const own = declared.get(name);
    const parts = own ? [own, ...partsIn(type, name)] : [];
    return { name, exported, type, parts };
  });

  function tagBranches({ key, branches }: NormalTagged): void {
    for (const { value, type } of branches) {
      const part = type.kind === "ref" ? partOf(type) : null;
      if (!part || part.cycle !== null || part.type.kind !== "object") continue;
      const only = part.type.properties.some(
        ({ name, type, required }) =>
          name === key &&
          required &&
          type.kind === "literals" &&
          type.values.length === 1,
      );
      if (only) part.tag ??= { key, value };
    }
  }

  function partOf(type: Normal): GuardFunction | null {
    if (type.kind !== "ref")
      return needsGuardFunction(type)
        ? (byKey.get(getTypeKey(type)) ?? null)
        : null;
    const target = body(type.name);
    return target.kind === "ref"
      ? partOf(target)
      : (declared.get(type.name) ?? null);
  }

  const parts = types.flatMap((entry) => entry.parts);
  const cycles = findCycles(parts, (part) =>
    listCalledTypes(part.type).flatMap((type) => partOf(type) ?? []),
  );
  for (const part of parts) part.cycle = cycles.get(part) ?? null;
  for (const part of parts)
    if (part.type.kind === "tagged") tagBranches(part.type);
  return {
    normals,
    types,
    find: partOf,
    patterns: [...patterns],
    patternName: (pattern) => `PATTERN_${[...patterns].indexOf(pattern) + 1}`,
  };
}

function createGuardFunction(name: string, type: Normal): GuardFunction {
  return { name, type, cycle: null, tag: null };
}

/**
 * Returns the direct child types of a type, each with the path segment that
 * leads to the child.
 */
function listChildren(
  type: Normal,
): readonly (readonly [step: string, type: Normal])[] {
  switch (type.kind) {
    case "object":
      return [
        ...type.properties.map((p) => [access("", p.name), p.type] as const),
        ...(type.index ? [["[key]", type.index] as const] : []),
      ];
    case "array":
      return [["[]", type.element]];
    case "tagged":
      return taggedTypes(type).map((branch) => ["", branch]);
    case "union":
      return type.members.map((member) => ["", member]);
    default:
      return [];
  }
}

/**
 * Returns the nested types for which the code calls a guard function. The types
 * inside these nested types are left out.
 */
function listCalledTypes(type: Normal): Normal[] {
  return listChildren(type).flatMap(([, child]) =>
    child.kind === "ref" || needsGuardFunction(child)
      ? [child]
      : listCalledTypes(child),
  );
}
