/** Types as the alternatives that their values can be. */
import { declarationsByName } from "../../model/lookup.js";
import { INDEX, membersOf } from "../../model/members/members.js";
import { literalOf, resolveAlias } from "../../model/members/resolve.js";
import type { ProtocolModel, TypeNode } from "../../model/types.js";
import { memoizeByObject } from "../../model/util/memoize.js";

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

/** Worked out once for each type of a model: messages share most of them. */
const known = memoizeByObject<
  ProtocolModel,
  Map<TypeNode | string, Alternatives>
>(() => new Map());

/**
 * The alternatives of a type.
 *
 * @param open Names that are being resolved: recursive types end there.
 */
export function alternativesOf(
  { model, type }: Typed,
  open: readonly string[] = [],
): Alternatives {
  const key = type.kind === "reference" ? type.name : type;
  const found = known(model).get(key);
  if (found) return found;
  const made = takeApart(model, type, open);
  // What met an open name is incomplete.
  if (open.length === 0 || !made.any) known(model).set(key, made);
  return made;
}

function takeApart(
  model: ProtocolModel,
  type: TypeNode,
  open: readonly string[],
): Alternatives {
  const declarations = declarationsByName(model);
  const names = type.kind === "reference" ? [type.name] : [];
  if (names.some((one) => open.includes(one))) return { ...NOTHING, any: true };
  const of = (part: TypeNode): Alternatives =>
    alternativesOf({ model, type: part }, [...open, ...names]);
  const single = (types: Iterable<readonly [string, TypeNode]>) => ({
    ...NOTHING,
    single: true,
    objects: [objectOf(model, types)],
  });
  const named = (made: Alternatives) => ({
    ...made,
    names: [...names, ...made.names],
  });
  const resolved = resolveAlias(declarations, type);
  switch (resolved.kind) {
    case "union":
      return named(all(resolved.types.map(of)));
    case "array":
      return named({ ...of(resolved.element), list: true, single: false });
    case "record":
      return single([[INDEX, resolved.value]]);
    case "primitive":
      if (resolved.name === "object") return single([]);
      return resolved.name === "unknown" || resolved.name === "any"
        ? { ...NOTHING, any: true }
        : { ...NOTHING, single: true };
    default: {
      const members = membersOf(declarations, resolved);
      if (!members) return { ...NOTHING, single: true };
      const made = single([...members].map(([name, one]) => [name, one.type]));
      const own = resolved.kind === "reference" ? [resolved.name] : [];
      return named({ ...made, names: own });
    }
  }
}

function objectOf(
  model: ProtocolModel,
  types: Iterable<readonly [name: string, type: TypeNode]>,
): ObjectAlternative {
  const members = new Map<string, Typed>();
  let index: Typed | null = null;
  for (const [name, type] of types)
    if (name !== INDEX) members.set(name, { model, type });
    else index ??= { model, type };
  return { model, members, index };
}

/** All that values of one of the types can be, each thing once. */
export function all(parts: readonly Alternatives[]): Alternatives {
  const [first = NOTHING] = parts;
  if (parts.every((one) => one === first)) return first;
  return {
    objects: [...new Set(parts.flatMap(({ objects }) => objects))],
    list: parts.some(({ list }) => list),
    single: parts.some(({ single }) => single),
    any: parts.some(({ any }) => any),
    names: [...new Set(parts.flatMap(({ names }) => names))],
  };
}

/** The strings that a member can be; none when it can be something else. */
export function stringsOf(
  { model, members }: ObjectAlternative,
  name: string,
): readonly string[] {
  const type = members.get(name)?.type;
  if (!type) return [];
  const declarations = declarationsByName(model);
  const resolved = resolveAlias(declarations, type);
  const types = resolved.kind === "union" ? resolved.types : [type];
  const values = types.map((one) => literalOf(declarations, one));
  return values.every((value) => typeof value === "string") ? values : [];
}
