import type { Declaration, TypeNode } from "../../model/types.js";
import { childTypes } from "../../model/walk.js";
import type { Reporter } from "../reporter.js";

/** Longest chain of aliases, operands and bases that later stages follow. */
const MAX_CHAIN = 500;

/** Parts that a type can have once its aliases and bases are resolved. */
const MAX_PARTS = 200_000;

interface Extent {
  /** Length of the longest chain below. */
  readonly height: number;
  /** How many types it has when resolved: `A & A` has those of `A` twice. */
  readonly parts: number;
}

const ONE: Extent = { height: 0, parts: 1 };

/**
 * Reports what resolving a type would not end with. What lies in an object or
 * an array is resolved when it is asked for; a cycle is TypeScript's to report.
 *
 * @returns whether all types can be resolved.
 */
export function checkExtent(
  declarations: ReadonlyMap<string, Declaration>,
  reporter: Reporter,
): boolean {
  let sound = true;
  const done = new Map<string, Extent>();
  const path = new Set<string>();

  function ofDeclaration(declaration: Declaration, depth: number): Extent {
    const { kind, name, position } = declaration;
    const known = done.get(name);
    if (known) return known;
    if (kind === "constant" || path.has(name)) return ONE;
    path.add(name);
    const below = kind === "alias" ? [declaration.type] : declaration.extends;
    const { height, parts } =
      depth > MAX_CHAIN
        ? { height: depth, parts: 1 }
        : sum(below.map((type) => ofType(type, depth)));
    path.delete(name);
    let extent = { height: height + 1, parts };
    if (height > MAX_CHAIN || parts > MAX_PARTS) {
      const [code, what] =
        height > MAX_CHAIN
          ? ([
              "MCP105",
              `stands on a chain of more than ${MAX_CHAIN} types`,
            ] as const)
          : ([
              "MCP106",
              `has more than ${MAX_PARTS} parts when it is written out`,
            ] as const);
      reporter.error(code, position, `\`${name}\` ${what}`);
      sound = false;
      extent = ONE;
    }
    done.set(name, extent);
    return extent;
  }

  function ofType(type: TypeNode, depth: number): Extent {
    if (type.kind === "object" || type.kind === "array") return ONE;
    if (type.kind === "reference") {
      const found = declarations.get(type.name);
      return found ? ofDeclaration(found, depth + 1) : ONE;
    }
    const inner = childTypes(type).map((child) => ofType(child, depth + 1));
    const { height, parts } = sum(inner);
    return { height: height + 1, parts };
  }

  for (const declaration of declarations.values())
    ofDeclaration(declaration, 0);
  return sound;
}

function sum(extents: readonly Extent[]): Extent {
  return {
    height: extents.reduce((most, { height }) => Math.max(most, height), 0),
    parts: extents.reduce((all, { parts }) => all + parts, 1),
  };
}
