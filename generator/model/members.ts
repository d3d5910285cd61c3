import { once } from "./once.js";
import { isPrimitive } from "./plain-types.js";
import { bind, resolveAlias, substitute } from "./resolve.js";
import type { Declarations } from "./resolve.js";
import { typeText } from "./type-text.js";
import type { Doc, Member, Position, TypeNode } from "./types.js";

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

/** By name; index signatures are called `[string]` and the like. */
export type EffectiveMembers = ReadonlyMap<string, EffectiveMember>;

const MAX_DEPTH = 1000;

/** Members of interfaces by name, as bases are shared by many. */
const interfacesOf = once<Declarations, Map<string, EffectiveMembers>>(
  () => new Map(),
);

/**
 * All members of an object type, inherited ones first; null for types that are
 * no objects, unions included.
 */
export function membersOf(
  declarations: Declarations,
  type: TypeNode,
  origin: string | null = null,
  depth = 0,
): EffectiveMembers | null {
  if (depth > MAX_DEPTH) return null;
  const inner = (part: TypeNode): EffectiveMembers | null =>
    membersOf(declarations, part, origin, depth + 1);

  switch (type.kind) {
    case "reference": {
      const found = declarations.get(type.name);
      if (!found || found.kind === "constant") return null;
      const bindings = bind(found.typeParameters, type.arguments);
      if (found.kind === "alias") {
        const body = substitute(found.type, bindings);
        return membersOf(declarations, body, found.name, depth + 1);
      }
      const plain = found.typeParameters.length === 0;
      const known = plain
        ? interfacesOf(declarations).get(found.name)
        : undefined;
      if (known) return known;
      const members = new Map<string, EffectiveMember>();
      for (const base of found.extends) {
        const inherited = inner(substitute(base, bindings)) ?? [];
        for (const [name, member] of inherited)
          if (!members.has(name)) members.set(name, member);
      }
      for (const member of found.members) {
        const own = effective(member, found.name);
        const { name } = own;
        members.set(name, { ...own, type: substitute(own.type, bindings) });
      }
      if (plain) interfacesOf(declarations).set(found.name, members);
      return members;
    }
    case "object":
      return new Map(
        type.members.map((member) => {
          const own = effective(member, origin);
          return [own.name, own];
        }),
      );
    case "record":
      return new Map();
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
      return all && filter(all, ({ name }) => !type.keys.includes(name));
    }
    case "pick": {
      const all = inner(type.type);
      return all && filter(all, ({ name }) => type.keys.includes(name));
    }
    case "partial": {
      const all = inner(type.type);
      return all && changed(all, (one) => ({ ...one, optional: true }));
    }
    case "required": {
      const all = inner(type.type);
      return all && changed(all, (one) => required(one, declarations));
    }
    case "readonly":
    case "nonNullable":
      return inner(type.type);
    case "indexed": {
      const key = resolveAlias(declarations, type.index);
      if (key.kind !== "literal") return null;
      const found = inner(type.object)?.get(String(key.value));
      return found ? inner(found.type) : null;
    }
    default:
      return null;
  }
}

function effective(member: Member, origin: string | null): EffectiveMember {
  const { type, doc, position } = member;
  return member.kind === "property"
    ? {
        name: member.name,
        type,
        optional: member.optional,
        doc,
        position,
        origin,
      }
    : {
        name: `[${typeText(member.key)}]`,
        type,
        // An object without any key of the kind is legal.
        optional: true,
        doc,
        position,
        origin,
      };
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

function filter(
  members: EffectiveMembers,
  keep: (member: EffectiveMember) => boolean,
): EffectiveMembers {
  return new Map([...members].filter(([, member]) => keep(member)));
}

/** The members as `change` makes them; index signatures are neither way. */
function changed(
  members: EffectiveMembers,
  change: (member: EffectiveMember) => EffectiveMember,
): EffectiveMembers {
  return new Map(
    [...members].map(([name, one]) => [
      name,
      name.startsWith("[") ? one : change(one),
    ]),
  );
}

/** `Required` takes `undefined` away with the question mark. */
function required(
  member: EffectiveMember,
  declarations: Declarations,
): EffectiveMember {
  const type = resolveAlias(declarations, member.type);
  const types = type.kind === "union" ? type.types : [];
  const known = types.filter((part) => !isPrimitive(part, "undefined"));
  const [only] = known;
  if (!only || known.length === types.length)
    return { ...member, optional: false };
  return {
    ...member,
    optional: false,
    type: known.length === 1 ? only : { kind: "union", types: known },
  };
}
