/**
 * Prints types and members as text for the report of changes between two
 * models.
 */
import {
  getAlternatives,
  getLiteral,
  resolveAlias,
  type Declarations,
} from "../members/resolve.js";
import { typeText } from "../type-text.js";
import type { TypeNode } from "../types.js";
import type { Comparer } from "./comparer.js";

/**
 * Prints both types as text. Names of unions are replaced by their members, so
 * that a reader sees which members were added or removed. A name that occurs in
 * both types is kept.
 */
export function expandedTexts(
  older: TypeNode,
  newer: TypeNode,
  comparer: Comparer,
): readonly [before: string, after: string] {
  const [a, b] = [getNames(older), getNames(newer)];
  // If both texts are equal, a name in them has changed its meaning. Replace
  // all names by their definitions, so that the texts differ.
  const same = typeText(older) === typeText(newer);
  const common = new Set(same ? [] : a.filter((name) => b.includes(name)));
  const print = (type: TypeNode, declarations: Declarations): string => {
    const value = same ? getLiteral(declarations, type) : undefined;
    return value === undefined
      ? expandUnion(type, declarations, common)
      : JSON.stringify(value);
  };
  return [print(older, comparer.older), print(newer, comparer.newer)];
}

/** Returns the declared names in a union, including nested unions. */
function getNames(type: TypeNode): string[] {
  if (type.kind === "union") return type.types.flatMap(getNames);
  return type.kind === "reference" ? [type.name] : [];
}

function expandUnion(
  type: TypeNode,
  declarations: Declarations,
  closed: ReadonlySet<string>,
): string {
  if (type.kind === "union")
    return type.types
      .map((part) => expandUnion(part, declarations, closed))
      .join(" | ");
  if (type.kind === "reference" && !closed.has(type.name)) {
    const resolved = resolveAlias(declarations, type);
    if (resolved.kind === "union")
      return expandUnion(
        resolved,
        declarations,
        new Set([...closed, type.name]),
      );
  }
  return typeText(type);
}

/**
 * Returns true if both types list the same string literals, such as the known
 * values in `"a" | "b" | string`.
 */
export function haveSameLiterals(
  older: TypeNode,
  newer: TypeNode,
  comparer: Comparer,
): boolean {
  const words = (type: TypeNode, declarations: Declarations): string =>
    wordsIn(type, declarations).sort().join();
  return words(older, comparer.older) === words(newer, comparer.newer);
}

function wordsIn(type: TypeNode, declarations: Declarations): string[] {
  return getAlternatives(declarations, type).flatMap((part) => {
    const value = getLiteral(declarations, part);
    return typeof value === "string" ? [JSON.stringify(value)] : [];
  });
}
