/** Names of types resolved. */
import type { Declaration, LiteralValue, TypeNode } from "../types.js";

/** Declarations by name. */
export type Declarations = ReadonlyMap<string, Declaration>;

/** `type` itself, or what the alias, or the chain of them, is bound to. */
export function resolveAlias(
  declarations: Declarations,
  type: TypeNode,
): TypeNode {
  let current = type;
  // A chain cannot be longer than there are names, unless it has no end.
  for (let step = 0; step <= declarations.size; step++) {
    if (current.kind !== "reference") return current;
    const found = declarations.get(current.name);
    if (found?.kind !== "alias") return current;
    current = found.type;
  }
  return current;
}

/**
 * What a type is one of, through the names of unions and other names; each name
 * once, or `A = B | B; B = C | C; …` would double with every step.
 */
export function alternativesOf(
  declarations: Declarations,
  type: TypeNode,
): TypeNode[] {
  const found: TypeNode[] = [];
  const seen = new Set<string>();
  collect(type);
  return found;

  function collect(part: TypeNode): void {
    if (part.kind === "union") part.types.forEach(collect);
    else if (part.kind !== "reference") {
      if (!isNever(part)) found.push(part);
    } else if (!seen.has(part.name)) {
      seen.add(part.name);
      const named = declarations.get(part.name);
      const alias = named?.kind === "alias" ? named.type : undefined;
      if (alias && (isNever(alias) || NAMES_MORE.includes(alias.kind)))
        collect(alias);
      else found.push(part);
    }
  }
}

/** What an alias names several types with, or another name of one. */
const NAMES_MORE: readonly string[] = ["union", "reference"];

function isNever(type: TypeNode): boolean {
  return type.kind === "primitive" && type.name === "never";
}

/** The literal that a type is, directly, as `typeof X` or through aliases. */
export function literalOf(
  declarations: Declarations,
  type: TypeNode,
): LiteralValue | undefined {
  const resolved = resolveAlias(declarations, type);
  if (resolved.kind === "literal") return resolved.value;
  if (resolved.kind === "intersection") {
    // A narrowed member has the type `string & "a"`.
    const values = resolved.types.map((part) => literalOf(declarations, part));
    return values.find((value) => value !== undefined);
  }
  if (resolved.kind !== "constant") return undefined;
  const constant = declarations.get(resolved.name);
  return constant?.kind === "constant" ? constant.value : undefined;
}

/** True for what takes any value. */
export function isAny(type: TypeNode): boolean {
  return (
    type.kind === "primitive" &&
    (type.name === "any" || type.name === "unknown")
  );
}
