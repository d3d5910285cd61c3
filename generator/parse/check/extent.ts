import type { Declaration, TypeNode } from "../../model/types.js";
import { childTypes } from "../../model/walk.js";
import type { Reporter } from "../reporter.js";

/**
 * Maximum length of a chain of types. In a chain, each type is resolved through
 * the next one: the target of an alias, an operand, or a base type.
 */
const MAX_CHAIN = 500;

/**
 * Maximum number of nested types in a type after its aliases and base types are
 * expanded.
 */
const MAX_PARTS = 200_000;

/**
 * Size of a type. `height` is the length of the longest chain of types through
 * which the type is resolved. `parts` is the number of nested types after
 * expansion.
 */
interface Extent {
  readonly height: number;
  /** Number of nested types. `A & A` counts the nested types of `A` twice. */
  readonly parts: number;
}

const ONE: Extent = { height: 0, parts: 1 };

/**
 * Reports types that would take too long to resolve. Types inside objects and
 * arrays are not counted, because they are resolved on demand. Cycles are not
 * reported here, because TypeScript reports them.
 *
 * @param own Declarations to check. All other declarations are already known to
 *   be valid.
 * @returns True if all types can be resolved.
 */
export function checkExtent(
  declarations: ReadonlyMap<string, Declaration>,
  reporter: Reporter,
  own: Iterable<Declaration> = declarations.values(),
): boolean {
  const known = new Map<string, Extent>();
  let sound = true;

  function ofDeclaration(declaration: Declaration, depth: number): Extent {
    const { kind, name, position } = declaration;
    const done = known.get(name);
    if (done || kind === "constant") return done ?? ONE;
    // Register the name of a type before the type is measured, so that the
    // recursion ends if the type refers to itself.
    known.set(name, ONE);
    const below = kind === "alias" ? [declaration.type] : declaration.extends;
    let extent =
      depth > MAX_CHAIN ? { height: depth, parts: 1 } : above(below, depth);
    const refuse = (code: "MCP105" | "MCP106", what: string): void => {
      reporter.error(code, position, `\`${name}\` ${what}`);
      sound = false;
      extent = ONE;
    };
    if (extent.height > MAX_CHAIN)
      refuse(
        "MCP105",
        `resolves through a chain of more than ${MAX_CHAIN} types`,
      );
    else if (extent.parts > MAX_PARTS)
      refuse(
        "MCP106",
        `has more than ${MAX_PARTS} parts after its aliases and bases are expanded`,
      );
    known.set(name, extent);
    return extent;
  }

  function ofType(type: TypeNode, depth: number): Extent {
    if (type.kind === "object" || type.kind === "array") return ONE;
    if (type.kind !== "reference") return above(childTypes(type), depth);
    const found = declarations.get(type.name);
    return found ? ofDeclaration(found, depth) : ONE;
  }

  function above(types: readonly TypeNode[], depth: number): Extent {
    let [height, parts] = [0, 1];
    for (const type of types) {
      const inner = ofType(type, depth + 1);
      height = Math.max(height, inner.height + 1);
      parts += inner.parts;
    }
    return { height, parts };
  }

  for (const declaration of own) ofDeclaration(declaration, 0);
  return sound;
}
