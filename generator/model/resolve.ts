import { structureText } from "./canonical.js";
import { mapChildren } from "./map.js";
import type {
  Declaration,
  LiteralValue,
  TypeNode,
  TypeParameter,
} from "./types.js";

/** Declarations by name. */
export type Declarations = ReadonlyMap<string, Declaration>;

/** A member as a type has it: own, inherited, or through a utility type. */
export interface FoundMember {
  readonly type: TypeNode;
  readonly optional: boolean;
}

/** Longer chains than these have been refused when the file was read. */
const MAX_STEPS = 2000;

/** `type` with type parameters replaced by what stands for them. */
export function substitute(
  type: TypeNode,
  bindings: ReadonlyMap<string, TypeNode>,
): TypeNode {
  if (bindings.size === 0) return type;
  if (type.kind === "reference" && type.arguments.length === 0) {
    const bound = bindings.get(type.name);
    if (bound) return bound;
  }
  return mapChildren(type, (child) => substitute(child, bindings));
}

/** What stands for each type parameter when `given` are the arguments. */
export function bind(
  parameters: readonly TypeParameter[],
  given: readonly TypeNode[],
): ReadonlyMap<string, TypeNode> {
  const bindings = new Map<string, TypeNode>();
  for (const [index, parameter] of parameters.entries()) {
    const fallback =
      parameter.default && substitute(parameter.default, bindings);
    const type = given[index] ?? fallback;
    if (type) bindings.set(parameter.name, type);
  }
  return bindings;
}

/** `type` itself, or what the alias, or the chain of them, stands for. */
export function resolveAlias(
  declarations: Declarations,
  type: TypeNode,
): TypeNode {
  let current = type;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (current.kind !== "reference") return current;
    const found = declarations.get(current.name);
    if (found?.kind !== "alias") return current;
    current = substitute(
      found.type,
      bind(found.typeParameters, current.arguments),
    );
  }
  return current;
}

/** The literal that a type is, directly, as `typeof X` or through aliases. */
export function literalOf(
  declarations: Declarations,
  type: TypeNode,
): LiteralValue | undefined {
  const resolved = resolveAlias(declarations, type);
  if (resolved.kind === "literal") return resolved.value;
  if (resolved.kind === "intersection") {
    // `string & "a"` is what a narrowed member comes to.
    const values = resolved.types.map((part) => literalOf(declarations, part));
    return values.find((value) => value !== undefined);
  }
  if (resolved.kind !== "constant") return undefined;
  const constant = declarations.get(resolved.name);
  return constant?.kind === "constant" ? constant.value : undefined;
}

/**
 * The member `name` of a type, or null. A union has the members that each of
 * its types has; an index signature is no member.
 */
export function findMember(
  declarations: Declarations,
  type: TypeNode,
  name: string,
  steps = 0,
  without: Set<string> = new Set(),
): FoundMember | null {
  if (steps > MAX_STEPS) return null;
  const find = (inner: TypeNode): FoundMember | null =>
    findMember(declarations, inner, name, steps + 1, without);

  switch (type.kind) {
    case "reference": {
      const found = declarations.get(type.name);
      if (!found || found.kind === "constant") return null;
      // Bases that many share are looked into once.
      if (without.has(type.name)) return null;
      const bindings = bind(found.typeParameters, type.arguments);
      if (found.kind === "alias") return find(substitute(found.type, bindings));
      const own = found.members.find(
        (member) => member.kind === "property" && member.name === name,
      );
      if (own?.kind === "property")
        return {
          type: substitute(own.type, bindings),
          optional: own.optional,
        };
      for (const base of found.extends) {
        const inherited = find(substitute(base, bindings));
        if (inherited) return inherited;
      }
      if (found.typeParameters.length === 0) without.add(type.name);
      return null;
    }
    case "object": {
      const own = type.members.find(
        (member) => member.kind === "property" && member.name === name,
      );
      return own?.kind === "property"
        ? { type: own.type, optional: own.optional }
        : null;
    }
    case "intersection": {
      const all = type.types.map(find).filter((found) => found !== null);
      const [first] = all;
      if (!first || all.length === 1) return first ?? null;
      return {
        type: { kind: "intersection", types: all.map((found) => found.type) },
        optional: all.every((found) => found.optional),
      };
    }
    case "union": {
      const all = type.types.map(find).filter((found) => found !== null);
      const [first] = all;
      if (!first || all.length < type.types.length) return null;
      const types = [
        ...new Map(all.map((f) => [structureText(f.type), f.type])).values(),
      ];
      return {
        type: types.length === 1 ? first.type : { kind: "union", types },
        optional: all.some((found) => found.optional),
      };
    }
    case "omit":
      return type.keys.includes(name) ? null : find(type.type);
    case "pick":
      return type.keys.includes(name) ? find(type.type) : null;
    case "partial": {
      const found = find(type.type);
      return found && { ...found, optional: true };
    }
    case "required": {
      const found = find(type.type);
      return found && { ...found, optional: false };
    }
    case "readonly":
    case "nonNullable":
      return find(type.type);
    case "indexed": {
      const key = literalOf(declarations, type.index);
      if (typeof key !== "string") return null;
      const found = findMember(declarations, type.object, key, steps + 1);
      return found && find(found.type);
    }
    default:
      return null;
  }
}

/** True when the declaration `owner` has the dotted path of members. */
export function hasMember(
  declarations: Declarations,
  owner: string,
  path: string,
): boolean {
  let type: TypeNode = { kind: "reference", name: owner, arguments: [] };
  for (const key of path.split(".")) {
    const member = findMember(declarations, type, key);
    if (!member) return false;
    type = member.type;
  }
  return true;
}
