/**
 * Resolves the names of types, constants and aliases to the types that they
 * refer to.
 */
import type { Declaration, LiteralValue, TypeNode } from "../types.js";

/** All declarations of a model by name. */
export type Declarations = ReadonlyMap<string, Declaration>;

/**
 * Follows a chain of aliases and returns the type at its end. A type that is
 * not an alias is returned unchanged.
 */
export function resolveAlias(
  declarations: Declarations,
  type: TypeNode,
): TypeNode {
  let current = type;
  // The number of steps is limited by the number of declarations, because a
  // longer chain of aliases contains a cycle.
  for (let step = 0; step <= declarations.size; step++) {
    if (current.kind !== "reference") return current;
    const found = declarations.get(current.name);
    if (found?.kind !== "alias") return current;
    current = found.type;
  }
  return current;
}

/**
 * Returns the types of which a union consists. The names of nested unions and
 * aliases are resolved. Each name is visited only once, because `A = B | B; B =
 * C | C; …` would otherwise double the number of types with every step.
 */
export function getAlternatives(
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

/**
 * Kinds of types that `getAlternatives` resolves if an alias refers to them. An
 * alias of any other kind of type stays a reference in the result.
 */
const NAMES_MORE: readonly string[] = ["union", "reference"];

function isNever(type: TypeNode): boolean {
  return type.kind === "primitive" && type.name === "never";
}

/**
 * Returns the value of a literal type, which is written directly, as `typeof
 * X`, or through aliases. Returns undefined for other types.
 */
export function getLiteral(
  declarations: Declarations,
  type: TypeNode,
): LiteralValue | undefined {
  const resolved = resolveAlias(declarations, type);
  if (resolved.kind === "literal") return resolved.value;
  if (resolved.kind === "intersection") {
    // If a subtype narrows an inherited member, the type of the member can be
    // an intersection such as `string & "a"`.
    const values = resolved.types.map((part) => getLiteral(declarations, part));
    return values.find((value) => value !== undefined);
  }
  if (resolved.kind !== "constant") return undefined;
  const constant = declarations.get(resolved.name);
  return constant?.kind === "constant" ? constant.value : undefined;
}

/** Returns true for the types `any` and `unknown`, which accept any value. */
export function isAny(type: TypeNode): boolean {
  return (
    type.kind === "primitive" &&
    (type.name === "any" || type.name === "unknown")
  );
}
