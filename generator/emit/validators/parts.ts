/**
 * The functions that the guards of a model are made of: one for each declared
 * type, and one for each part of a type that does not fit in an expression.
 * Equal parts share one function.
 */
import {
  keyOf,
  normalsOf,
  type Normal,
  type NormalTagged,
  type Normals,
} from "../../model/normal/normal.js";
import { taggedTypes } from "../../model/normal/types.js";
import type { ProtocolModel } from "../../model/types.js";
import { access, uniqueName } from "../print/syntax.js";
import { findCycles } from "../../model/util/strongly-connected.js";
import { needsPart, partName } from "./part-names.js";

/** One function: the guard of a declared type or of a part of one. */
export interface GuardFunction {
  /** `checkTool`, `checkToolInputSchema` */
  readonly name: string;
  readonly type: Normal;
  /** Its cycle, of which each call goes deeper; null when it is in none. */
  cycle: number | null;
  /**
   * The literal that tells it apart in a union: where that is known already,
   * a function of its own checks the other members.
   */
  tag: Tag | null;
}

export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** All parts, and how to find the one for a type. */
export interface Parts {
  readonly normals: Normals;
  /** Exported and other declared types, in source order, with their own parts. */
  readonly types: readonly TypeParts[];
  /** The part that checks `type`, or null when an expression does. */
  partOf(type: Normal): GuardFunction | null;
  /** Regular expressions of the types, each of which a constant holds. */
  readonly patterns: readonly string[];
  /** The name of that constant. */
  patternName(pattern: string): string;
}

export interface TypeParts {
  readonly name: string;
  readonly exported: boolean;
  readonly type: Normal;
  /** Its own part first, then those that no earlier type has. */
  readonly parts: readonly GuardFunction[];
}

/** The function that checks what is beside the tag: `checkTextContentMembers`. */
export function membersName({ name }: GuardFunction): string {
  return `${name}Members`;
}

export function partsOf(model: ProtocolModel): Parts {
  const normals = normalsOf(model);
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
    const part = partFor(`check${name}`, type);
    declared.set(name, part);
    if (needsPart(type) && !byKey.has(keyOf(type)))
      byKey.set(keyOf(type), part);
  }
  const types = all.map(({ name, exported }): TypeParts => {
    const type = body(name);
    /** The parts inside that no earlier type has. */
    const partsIn = (inner: Normal, path: string): GuardFunction[] => {
      if (inner.kind === "string")
        inner.patterns?.forEach((pattern) => patterns.add(pattern));
      return childrenOf(inner).flatMap(([step, child]) => {
        const below = `${path}${step}`;
        if (!needsPart(child)) return partsIn(child, below);
        if (byKey.has(keyOf(child))) return [];
        const name = uniqueName(`check${partName(child, below)}`, taken);
        const part = partFor(name, child);
        byKey.set(keyOf(child), part);
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
      return needsPart(type) ? (byKey.get(keyOf(type)) ?? null) : null;
    const target = body(type.name);
    return target.kind === "ref"
      ? partOf(target)
      : (declared.get(type.name) ?? null);
  }

  const parts = types.flatMap((entry) => entry.parts);
  const cycles = findCycles(parts, (part) =>
    refsIn(part.type).flatMap((type) => partOf(type) ?? []),
  );
  for (const part of parts) part.cycle = cycles.get(part) ?? null;
  for (const part of parts)
    if (part.type.kind === "tagged") tagBranches(part.type);
  return {
    normals,
    types,
    partOf,
    patterns: [...patterns],
    patternName: (one) => `PATTERN_${[...patterns].indexOf(one) + 1}`,
  };
}

function partFor(name: string, type: Normal): GuardFunction {
  return { name, type, cycle: null, tag: null };
}

/** The types directly inside, each with its step in a path. */
function childrenOf(
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

/** Types inside that are checked by a call: those, not what is in them. */
function refsIn(type: Normal): Normal[] {
  return childrenOf(type).flatMap(([, child]) =>
    child.kind === "ref" || needsPart(child) ? [child] : refsIn(child),
  );
}
