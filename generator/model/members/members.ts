/** The members of object types: own, inherited, or through utility types. */
import { NO_DOC, NOWHERE, reference, unionType } from "../build.js";
import { structureText } from "../identity/canonical.js";
import { memoizeByObject } from "../util/memoize.js";
import { literalOf, resolveAlias, type Declarations } from "./resolve.js";
import type { Doc, Member, Position, RecordType, TypeNode } from "../types.js";

/** A member of an object type, wherever it was declared. */
export interface EffectiveMember {
  /** `name`, or `[string]` for an index signature. */
  readonly name: string;
  readonly type: TypeNode;
  readonly optional: boolean;
  readonly doc: Doc;
  readonly position: Position;
  /** Name of the declaration that declares it; null inside an object type. */
  readonly origin: string | null;
}

/** By name; an index signature is called `[string]`. */
export type EffectiveMembers = ReadonlyMap<string, EffectiveMember>;

/** Chains of bases and aliases are followed no further. */
const MAX_DEPTH = 1000;

/** Members of interfaces by name, as bases are shared by many. */
const interfacesOf = memoizeByObject<
  Declarations,
  Map<string, EffectiveMembers>
>(() => new Map());

/**
 * All members of an object type, inherited ones first; null for types that are
 * no objects, unions included.
 */
export function membersOf(
  declarations: Declarations,
  type: TypeNode,
): EffectiveMembers | null {
  return lookUp(declarations, type, null, 0, () => null);
}

/**
 * The member `name` of a type, or null. A union has the members that each of
 * its types has.
 */
export function findMember(
  declarations: Declarations,
  type: TypeNode,
  name: string,
): EffectiveMember | null {
  const all = lookUp(declarations, type, null, 0, inCommon);
  return all?.get(name) ?? null;
}

/** True when the declaration `owner` has the dotted path of members. */
export function hasMember(
  declarations: Declarations,
  owner: string,
  path: string,
): boolean {
  let type: TypeNode = reference(owner);
  for (const key of path.split(".")) {
    const member = findMember(declarations, type, key);
    if (!member) return false;
    type = member.type;
  }
  return true;
}

type OfUnion = (
  types: readonly (EffectiveMembers | null)[],
) => EffectiveMembers | null;

function lookUp(
  declarations: Declarations,
  type: TypeNode,
  origin: string | null,
  depth: number,
  ofUnion: OfUnion,
): EffectiveMembers | null {
  if (depth > MAX_DEPTH) return null;
  const inner = (part: TypeNode, owner = origin): EffectiveMembers | null =>
    lookUp(declarations, part, owner, depth + 1, ofUnion);

  switch (type.kind) {
    case "reference": {
      const found = declarations.get(type.name);
      if (!found || found.kind === "constant") return null;
      if (found.kind === "alias") return inner(found.type, found.name);
      const known = interfacesOf(declarations).get(found.name);
      if (known) return known;
      const members = new Map<string, EffectiveMember>();
      for (const base of found.extends)
        for (const [name, member] of inner(base) ?? [])
          if (!members.has(name)) members.set(name, member);
      for (const [name, own] of written(found.members, found.name))
        members.set(name, own);
      interfacesOf(declarations).set(found.name, members);
      return members;
    }
    case "object":
      return written(type.members, origin);
    case "record":
      return recordMembers(type, declarations);
    case "union":
      return ofUnion(type.types.map((part) => inner(part)));
    case "intersection": {
      const members = new Map<string, EffectiveMember>();
      for (const part of type.types) {
        const all = inner(part);
        if (!all) return null;
        for (const [name, member] of all)
          members.set(name, both(members.get(name), member));
      }
      return members;
    }
    case "omit": {
      const all = inner(type.type);
      return (
        all && new Map([...all].filter(([name]) => !type.keys.includes(name)))
      );
    }
    case "partial": {
      const all = inner(type.type);
      return (
        all &&
        new Map(
          [...all].map(([name, one]) => [name, { ...one, optional: true }]),
        )
      );
    }
    case "nonNullable":
      return inner(type.type);
    default:
      return null;
  }
}

function written(
  members: readonly Member[],
  origin: string | null,
): Map<string, EffectiveMember> {
  return new Map(
    members.map((member) => {
      const { type, doc, position } = member;
      const name = member.kind === "property" ? member.name : "[string]";
      // An object without any key of an index signature is legal.
      const optional = member.kind === "property" ? member.optional : true;
      return [name, { name, type, optional, doc, position, origin }];
    }),
  );
}

function recordMembers(
  { key, value }: RecordType,
  declarations: Declarations,
): EffectiveMembers {
  const keysIn = (type: TypeNode): readonly TypeNode[] => {
    const resolved = resolveAlias(declarations, type);
    return resolved.kind === "union"
      ? resolved.types.flatMap(keysIn)
      : [resolved];
  };
  return new Map(
    keysIn(key).map((one) => {
      const literal = literalOf(declarations, one);
      const name = literal === undefined ? "[string]" : `${literal}`;
      const member: EffectiveMember = {
        name,
        type: value,
        optional: literal === undefined,
        doc: NO_DOC,
        position: NOWHERE,
        origin: null,
      };
      return [name, member];
    }),
  );
}

function both(
  first: EffectiveMember | undefined,
  second: EffectiveMember,
): EffectiveMember {
  if (!first) return second;
  return {
    ...second,
    optional: first.optional && second.optional,
    type: { kind: "intersection", types: [first.type, second.type] },
  };
}

/** What each type of a union has. */
function inCommon(
  types: readonly (EffectiveMembers | null)[],
): EffectiveMembers | null {
  const [first] = types;
  if (!first) return null;
  const members = new Map<string, EffectiveMember>();
  for (const [name, member] of first) {
    const all = types.flatMap((one) => one?.get(name) ?? []);
    if (all.length < types.length) continue;
    const distinct = new Map(
      all.map(({ type }) => [structureText(type), type]),
    );
    members.set(name, {
      ...member,
      type: unionType([...distinct.values()]),
      optional: all.some(({ optional }) => optional),
    });
  }
  return members;
}
