/**
 * Determines the members of object types, whether they are declared, inherited,
 * or derived with a utility type.
 */
import {
  intersectionType,
  NO_DOC,
  NOWHERE,
  reference,
  unionType,
} from "../build.js";
import { structureText } from "../identity/canonical.js";
import { memoizeByObject } from "../util/memoize.js";
import {
  getAlternatives,
  isAny,
  getLiteral,
  resolveAlias,
  type Declarations,
} from "./resolve.js";
import type { Doc, Member, Position, RecordType, TypeNode } from "../types.js";

/** Member of an object type, which may be declared, inherited or derived. */
export interface EffectiveMember {
  /** Name of the property, or `[string]` for an index signature. */
  readonly name: string;
  readonly type: TypeNode;
  readonly optional: boolean;
  readonly doc: Doc;
  readonly position: Position;
  /**
   * Name of the declaration that contains the member. Null if the member
   * belongs to an anonymous object type.
   */
  readonly origin: string | null;
}

/** Key under which an index signature is listed among the members of a type. */
export const INDEX = "[string]";

/** Members by name. An index signature has the name `[string]`. */
export type EffectiveMembers = ReadonlyMap<string, EffectiveMember>;

/**
 * Maximum length of a chain of base types and aliases. For a longer chain, no
 * members are returned.
 */
const MAX_DEPTH = 1000;

/**
 * Cache of the members of each interface, because many interfaces share a base.
 */
const getInterfaceCache = memoizeByObject<
  Declarations,
  Map<string, EffectiveMembers>
>(() => new Map());

/**
 * Returns all members of an object type. Inherited members come first. Returns
 * null for all other types, including unions.
 */
export function getMembers(
  declarations: Declarations,
  type: TypeNode,
): EffectiveMembers | null {
  return lookUp(declarations, type, null, 0);
}

/**
 * Returns the member of a type with the given name, or null. A union has a
 * member only if all types in the union have it.
 */
export function findMember(
  declarations: Declarations,
  type: TypeNode,
  name: string,
): EffectiveMember | null {
  const whole = resolveAlias(declarations, type);
  if (whole.kind !== "union")
    return getMembers(declarations, type)?.get(name) ?? null;
  const found = whole.types.map((alternative) =>
    findMember(declarations, alternative, name),
  );
  const all = found.filter((member) => member !== null);
  const [first] = all;
  if (!first || all.length < found.length) return null;
  const types = new Map(
    all.map((member) => [structureText(member.type), member.type]),
  );
  return {
    ...first,
    type: unionType([...types.values()]),
    optional: all.some(({ optional }) => optional),
  };
}

/** Returns true if the declaration `owner` has a member at the dotted path. */
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

function lookUp(
  declarations: Declarations,
  type: TypeNode,
  origin: string | null,
  depth: number,
): EffectiveMembers | null {
  if (depth > MAX_DEPTH) return null;
  const inner = (part: TypeNode, owner = origin): EffectiveMembers | null =>
    lookUp(declarations, part, owner, depth + 1);

  switch (type.kind) {
    case "reference": {
      const found = declarations.get(type.name);
      if (!found || found.kind === "constant") return null;
      if (found.kind === "alias") return inner(found.type, found.name);
      const known = getInterfaceCache(declarations).get(found.name);
      if (known) return known;
      const members = new Map<string, EffectiveMember>();
      for (const base of found.extends)
        for (const [name, member] of inner(base) ?? [])
          if (!members.has(name)) members.set(name, member);
      for (const [name, own] of written(found.members, found.name))
        members.set(name, own);
      getInterfaceCache(declarations).set(found.name, members);
      return members;
    }
    case "object":
      return written(type.members, origin);
    case "record":
      return recordMembers(type, declarations);
    case "intersection": {
      const parts = type.types.map((part) => inner(part));
      return parts.every((part) => part !== null) ? parts.reduce(merge) : null;
    }
    case "omit": {
      const all = inner(type.type);
      // In TypeScript, `keyof T` is `string` if `T` has an index signature.
      // `Omit` then keeps only the index signature.
      const kept = (name: string): boolean =>
        all?.has(INDEX) ? name === INDEX : !type.keys.includes(name);
      return all && new Map([...all].filter(([name]) => kept(name)));
    }
    case "partial": {
      const all = inner(type.type);
      return (
        all &&
        new Map(
          [...all].map(([name, member]) => [
            name,
            { ...member, optional: true },
          ]),
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
      const name = member.kind === "property" ? member.name : INDEX;
      // An object without keys also matches an index signature, so an index
      // signature is treated as an optional member.
      const optional = member.kind === "property" ? member.optional : true;
      return [name, { name, type, optional, doc, position, origin }];
    }),
  );
}

/**
 * Returns the members of a `Record`. If all keys are literals, each key is a
 * member. Otherwise the record has only an index signature.
 */
function recordMembers(
  { key, value }: RecordType,
  declarations: Declarations,
): EffectiveMembers {
  const keys = getAlternatives(declarations, key).map((alternative) =>
    getLiteral(declarations, alternative),
  );
  const optional = keys.includes(undefined);
  return new Map(
    (optional ? [INDEX] : keys.map(String)).map((name) => [
      name,
      {
        name,
        type: value,
        optional,
        doc: NO_DOC,
        position: NOWHERE,
        origin: null,
      },
    ]),
  );
}

/**
 * Returns the members of `A & B`. A member that only one of the types declares
 * must also match the index signature of the other type.
 */
function merge(a: EffectiveMembers, b: EffectiveMembers): EffectiveMembers {
  const members = new Map(a);
  for (const [name, member] of b) {
    const first = a.get(name);
    members.set(name, first ? both(first, member) : under(a, member));
  }
  for (const [name, member] of a)
    if (!b.has(name)) members.set(name, under(b, member));
  return members;
}

function both(
  first: EffectiveMember,
  second: EffectiveMember,
): EffectiveMember {
  const { doc } = second;
  return {
    ...second,
    optional: first.optional && second.optional,
    type: intersectionType([first.type, second.type]),
    doc: {
      ...(doc.text || doc.tags.length > 0 ? doc : first.doc),
      tags: [...first.doc.tags, ...doc.tags],
    },
  };
}

/**
 * Returns `member`, with its type intersected with the type of the index
 * signature in `others`. Without an index signature, the member is returned
 * unchanged.
 */
function under(
  others: EffectiveMembers,
  member: EffectiveMember,
): EffectiveMember {
  const index = others.get(INDEX);
  if (!index || member.name === INDEX || isAny(index.type)) return member;
  return { ...member, type: intersectionType([member.type, index.type]) };
}
