/**
 * Reduces a type to the kinds of values that it allows (alternatives): objects,
 * arrays, or other values.
 */
import { declarationsByName } from "../../model/lookup.js";
import { INDEX, getMembers } from "../../model/members/members.js";
import { getLiteral, resolveAlias } from "../../model/members/resolve.js";
import type { ProtocolModel, TypeNode } from "../../model/types.js";
import { memoizeByObject } from "../../model/util/memoize.js";

/** Type, with the revision that declares it. */
export interface RevisionType {
  readonly model: ProtocolModel;
  readonly type: TypeNode;
}

/** Object type that is one of the alternatives (kinds of values) of a type. */
export interface ObjectAlternative {
  readonly model: ProtocolModel;
  readonly members: ReadonlyMap<string, RevisionType>;
  /**
   * Type of undeclared members, from the index signature. Null if there is no
   * index signature.
   */
  readonly index: RevisionType | null;
}

/** Kinds of values that a type allows. */
export interface Alternatives {
  readonly objects: readonly ObjectAlternative[];
  /** Whether the type allows arrays. */
  readonly list: boolean;
  /** Whether every value is valid for the type. */
  readonly any: boolean;
  /**
   * Names of the declarations to which the type refers, directly or through
   * aliases, unions and arrays.
   */
  readonly names: readonly string[];
}

const NOTHING: Alternatives = {
  objects: [],
  list: false,
  any: false,
  names: [],
};

/**
 * Cache of the alternatives (kinds of values) of each type. Messages share most
 * of their types, so the cache avoids repeated work.
 */
const getCache = memoizeByObject<
  ProtocolModel,
  Map<TypeNode | string, Alternatives>
>(() => new Map());

/**
 * Returns the kinds of values (alternatives) that a type allows.
 *
 * @param open Names of the declarations that are currently being resolved. A
 *   reference to one of them is recursive and is not resolved again.
 */
export function getAlternatives(
  { model, type }: RevisionType,
  open: readonly string[] = [],
): Alternatives {
  const key = type.kind === "reference" ? type.name : type;
  const found = getCache(model).get(key);
  if (found) return found;
  const made = resolveAlternatives(model, type, open);
  // While a type is being resolved, a recursive reference to the type counts as
  // `any`. A nested result with `any` may therefore be incomplete, and is not
  // cached.
  if (open.length === 0 || !made.any) getCache(model).set(key, made);
  return made;
}

function resolveAlternatives(
  model: ProtocolModel,
  type: TypeNode,
  open: readonly string[],
): Alternatives {
  const declarations = declarationsByName(model);
  const names = type.kind === "reference" ? [type.name] : [];
  if (names.some((name) => open.includes(name)))
    return { ...NOTHING, any: true };
  const of = (part: TypeNode): Alternatives =>
    getAlternatives({ model, type: part }, [...open, ...names]);
  const object = (types: Iterable<readonly [string, TypeNode]>) => ({
    ...NOTHING,
    objects: [createObject(model, types)],
  });
  const named = (made: Alternatives) => ({
    ...made,
    names: [...names, ...made.names],
  });
  const resolved = resolveAlias(declarations, type);
  switch (resolved.kind) {
    case "union":
      return named(mergeAlternatives(resolved.types.map(of)));
    case "array":
      return named({ ...of(resolved.element), list: true });
    case "record":
      return object([[INDEX, resolved.value]]);
    case "primitive":
      if (resolved.name === "object") return object([]);
      return resolved.name === "unknown" || resolved.name === "any"
        ? { ...NOTHING, any: true }
        : NOTHING;
    default: {
      const members = getMembers(declarations, resolved);
      if (!members) return NOTHING;
      const made = object(
        [...members].map(([name, member]) => [name, member.type]),
      );
      const own = resolved.kind === "reference" ? [resolved.name] : [];
      return named({ ...made, names: own });
    }
  }
}

function createObject(
  model: ProtocolModel,
  types: Iterable<readonly [name: string, type: TypeNode]>,
): ObjectAlternative {
  const members = new Map<string, RevisionType>();
  let index: RevisionType | null = null;
  for (const [name, type] of types)
    if (name !== INDEX) members.set(name, { model, type });
    else index ??= { model, type };
  return { model, members, index };
}

/**
 * Merges the kinds of values that the members of a union allow, without
 * duplicates.
 */
export function mergeAlternatives(
  parts: readonly Alternatives[],
): Alternatives {
  const [first = NOTHING] = parts;
  if (parts.every((part) => part === first)) return first;
  return {
    objects: [...new Set(parts.flatMap(({ objects }) => objects))],
    list: parts.some(({ list }) => list),
    any: parts.some(({ any }) => any),
    names: [...new Set(parts.flatMap(({ names }) => names))],
  };
}

/**
 * Returns the string literals that a member accepts. Returns an empty list if
 * the member also accepts other values.
 */
export function getStringLiterals(
  { model, members }: ObjectAlternative,
  name: string,
): readonly string[] {
  const type = members.get(name)?.type;
  if (!type) return [];
  const declarations = declarationsByName(model);
  const resolved = resolveAlias(declarations, type);
  const types = resolved.kind === "union" ? resolved.types : [type];
  const values = types.map((type) => getLiteral(declarations, type));
  return values.every((value) => typeof value === "string") ? values : [];
}
