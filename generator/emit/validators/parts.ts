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
} from "../../model/normal/normal.js";
import { memoizeByObject } from "../../model/util/memoize.js";
import type { ProtocolModel } from "../../model/types.js";
import { access } from "../print/syntax.js";
import { findCycles } from "../../model/util/strongly-connected.js";
import { isImpossible, needsPart, partName } from "./part-names.js";

/** One function: the guard of a declared type or of a part of one. */
export interface GuardFunction {
  /** `checkTool`, `checkToolInputSchema` */
  readonly name: string;
  /** `Tool`, `Tool.inputSchema`: for the comment. */
  readonly title: string;
  readonly type: Normal;
  /** The declared type that it is the guard of. */
  readonly declares: string | null;
  /** True when it is in a cycle, and so counts its depth. */
  recursive: boolean;
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
  /** Exported and other declared types, in source order, with their own parts. */
  readonly types: readonly TypeParts[];
  /** The part that checks `type`, or null when an expression does. */
  partOf(type: Normal): GuardFunction | null;
  /** The parts whose functions that of a part calls. */
  calledBy(part: GuardFunction): readonly GuardFunction[];
  /** Parts in a cycle are numbered alike; a call within one goes deeper. */
  sameCycle(a: GuardFunction, b: GuardFunction): boolean;
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
  const { body } = normalsOf(model);
  const byKey = new Map<string, GuardFunction>();
  const declared = new Map<string, GuardFunction>();
  const taken = new Set<string>();
  const types: { -readonly [K in keyof TypeParts]: TypeParts[K] }[] = [];

  for (const { kind, name, exported } of model.declarations) {
    if (kind === "constant") continue;
    const type = body(name);
    types.push({ name, exported, type, parts: [] });
    taken.add(`check${name}`).add(`check${name}Members`);
    if (type.kind === "ref") continue;
    const part: GuardFunction = {
      name: `check${name}`,
      title: name,
      type,
      declares: name,
      recursive: false,
      tag: null,
    };
    declared.set(name, part);
    if (needsPart(type) && !byKey.has(keyOf(type)))
      byKey.set(keyOf(type), part);
  }

  for (const entry of types) {
    const own = declared.get(entry.name);
    const found: GuardFunction[] = own ? [own] : [];
    if (own)
      for (const [step, child] of checkedIn(own.type))
        collect(child, `${entry.name}${step}`, found);
    else collect(entry.type, entry.name, found);
    entry.parts = found;
  }

  function collect(type: Normal, path: string, found: GuardFunction[]): void {
    if (needsPart(type)) {
      if (byKey.has(keyOf(type))) return;
      const { name, title } = partName(type, path);
      const part = {
        name: freeName(`check${name}`),
        title,
        type,
        declares: null,
        recursive: false,
        tag: null,
      };
      byKey.set(keyOf(type), part);
      found.push(part);
    }
    for (const [step, child] of checkedIn(type))
      collect(child, `${path}${step}`, found);
  }

  function tagBranches({ key, branches }: NormalTagged): void {
    for (const { value, type } of branches) {
      const part = type.kind === "ref" ? partOf(type) : null;
      if (!part || part.recursive || part.type.kind !== "object") continue;
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

  function freeName(name: string): string {
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${name}${n}`;
    taken.add(free);
    return free;
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
  const calledBy = memoizeByObject((part: GuardFunction) =>
    refsIn(part.type).flatMap((type) => partOf(type) ?? []),
  );
  const cycles = findCycles(parts, calledBy);
  for (const part of parts) part.recursive = cycles.has(part);
  for (const part of parts)
    if (part.type.kind === "tagged") tagBranches(part.type);
  return {
    types,
    partOf,
    calledBy,
    sameCycle: (a, b) => cycles.has(a) && cycles.get(a) === cycles.get(b),
  };
}

/** The types directly inside, each with its step in a path. */
export const childrenOf = memoizeByObject((type: Normal): readonly Child[] => {
  switch (type.kind) {
    case "object":
      return [
        ...type.properties.map((p) => [step(p.name), p.type] as const),
        ...(type.index ? [["[key]", type.index] as const] : []),
      ];
    case "array":
      return [["[]", type.element]];
    case "tagged":
      return [
        ...type.branches.map((b) => b.type),
        ...(type.absent ? [type.absent] : []),
      ].map((branch) => ["", branch]);
    case "union":
      return type.members.map((member) => ["", member]);
    default:
      return [];
  }
});

type Child = readonly [step: string, type: Normal];

/** The types inside that a guard looks at: what refuses all looks at none. */
function checkedIn(type: Normal): readonly Child[] {
  return isImpossible(type) ? [] : childrenOf(type);
}

/** `.name`, `["x/y"]` */
function step(name: string): string {
  return access("", name);
}

/** Types inside that are checked by a call: those, not what is in them. */
function refsIn(type: Normal): Normal[] {
  return checkedIn(type).flatMap(([, child]) =>
    child.kind === "ref" || needsPart(child) ? [child] : refsIn(child),
  );
}
