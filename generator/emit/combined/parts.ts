/** Types as the alternatives that their values can be. */
import { declarationsByName } from "../../model/lookup.js";
import { membersOf } from "../../model/members/members.js";
import { memoizeByObject } from "../../model/util/memoize.js";
import { literalOf, resolveAlias } from "../../model/members/resolve.js";
import type { ProtocolModel, TypeNode } from "../../model/types.js";

/** A type as one revision declares it. */
export interface Typed {
  readonly model: ProtocolModel;
  readonly type: TypeNode;
}

/** One kind of object. */
export interface ObjectAlternative {
  readonly model: ProtocolModel;
  readonly members: ReadonlyMap<string, Typed>;
  /** What undeclared keys hold; null without an index signature. */
  readonly index: Typed | null;
}

/** What values of a type can be. */
export interface Alternatives {
  readonly objects: readonly ObjectAlternative[];
  /** Whether it can be an array, or something that is not one. */
  readonly list: boolean;
  readonly single: boolean;
  /** Whether it can be anything at all. */
  readonly any: boolean;
  /** Names of the declarations that it was read from. */
  readonly names: readonly string[];
}

const NOTHING: Alternatives = {
  objects: [],
  list: false,
  single: false,
  any: false,
  names: [],
};

const partsIn = memoizeByObject<
  ProtocolModel,
  Map<TypeNode | string, Alternatives>
>(() => new Map());

/** Worked out once for each type of a model: messages share most of them. */
export function partsOf({ model, type }: Typed): Alternatives {
  return partsBelow(model, type, []);
}

/** `open` are the names that are being resolved: recursive types end there. */
function partsBelow(
  model: ProtocolModel,
  type: TypeNode,
  open: readonly string[],
): Alternatives {
  const known = partsIn(model);
  const key = type.kind === "reference" ? type.name : type;
  const found = known.get(key);
  if (found) return found;
  const parts = takeApart(model, type, open);
  // A result that met an open name is incomplete.
  if (open.length === 0 || !parts.any) known.set(key, parts);
  return parts;
}

function takeApart(
  model: ProtocolModel,
  type: TypeNode,
  open: readonly string[],
): Alternatives {
  const declarations = declarationsByName(model);
  const name = type.kind === "reference" ? [type.name] : [];
  if (name.some((one) => open.includes(one))) return { ...NOTHING, any: true };
  const inner = (part: TypeNode): Alternatives =>
    partsBelow(model, part, [...open, ...name]);
  const resolved = resolveAlias(declarations, type);
  switch (resolved.kind) {
    case "union":
      return named(name, all(resolved.types.map(inner)));
    case "array":
      return named(name, {
        ...inner(resolved.element),
        list: true,
        single: false,
      });
    case "primitive":
      if (resolved.name === "unknown" || resolved.name === "any")
        return { ...NOTHING, any: true };
      return resolved.name === "object"
        ? { ...NOTHING, single: true, objects: [objectOf(model, new Map())] }
        : { ...NOTHING, single: true };
    case "record":
      return {
        ...NOTHING,
        single: true,
        objects: [
          { model, members: new Map(), index: { model, type: resolved.value } },
        ],
      };
    default: {
      const members = membersOf(declarations, resolved);
      if (!members) return { ...NOTHING, single: true };
      const own = new Map(
        [...members].map(([key, member]) => [key, member.type]),
      );
      const interfaceName =
        resolved.kind === "reference" ? [resolved.name] : [];
      return {
        ...NOTHING,
        single: true,
        names: [...name, ...interfaceName],
        objects: [objectOf(model, own)],
      };
    }
  }
}

/** All that values of one of the types can be, each thing once. */
export function all(parts: readonly Alternatives[]): Alternatives {
  const [first = NOTHING] = parts;
  if (parts.every((one) => one === first)) return first;
  const objects = new Set(first.objects);
  const names = new Set(first.names);
  let { list, single, any } = first;
  for (const one of parts) {
    for (const object of one.objects) objects.add(object);
    for (const name of one.names) names.add(name);
    list ||= one.list;
    single ||= one.single;
    any ||= one.any;
  }
  return { objects: [...objects], list, single, any, names: [...names] };
}

/** The strings that a member can be; none when it can be something else. */
export function textsOf(
  part: ObjectAlternative,
  member: string,
): readonly string[] {
  const type = part.members.get(member)?.type;
  if (!type) return [];
  const declarations = declarationsByName(part.model);
  const resolved = resolveAlias(declarations, type);
  const types = resolved.kind === "union" ? resolved.types : [type];
  const texts = types.map((one) => literalOf(declarations, one));
  return texts.every((text) => typeof text === "string") ? texts : [];
}

function named(names: readonly string[], parts: Alternatives): Alternatives {
  return { ...parts, names: [...names, ...parts.names] };
}

/** Index signatures are kept apart from members. */
function objectOf(
  model: ProtocolModel,
  types: ReadonlyMap<string, TypeNode>,
): ObjectAlternative {
  const members = new Map<string, Typed>();
  let index: Typed | null = null;
  for (const [name, type] of types)
    if (!name.startsWith("[")) members.set(name, { model, type });
    else index ??= { model, type };
  return { model, members, index };
}
