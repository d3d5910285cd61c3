/**
 * What validators.ts declares, piece by piece. A piece knows what it uses: what
 * nothing reaches is left out, and the imports follow from the rest.
 */
import { print, type Layout } from "./layout.js";

/** Says that a text uses a name, of another piece or of the runtime; it is that name. */
export type Use = (name: string) => string;

/** Names that something uses. */
export interface Using {
  readonly uses: ReadonlySet<string>;
}

/** A declaration, or what is exported for a type. */
export interface Piece extends Using {
  /** What others use it by; null for what is there for users alone. */
  readonly name: string | null;
  readonly text: string;
}

/** What is made, and the names that it uses. */
export function recorded<T>(make: (use: Use) => T): Using & { made: T } {
  const uses = new Set<string>();
  const made = make((name) => {
    uses.add(name);
    return name;
  });
  return { made, uses };
}

export function piece(name: string | null, write: (use: Use) => Layout): Piece {
  const { made, uses } = recorded(write);
  return { name, text: print(made), uses };
}

/** What the roots reach among the pieces, and what all of it uses besides. */
export function reachedFrom(
  roots: readonly Using[],
  pieces: readonly Piece[],
): { readonly reached: ReadonlySet<Using>; readonly others: Set<string> } {
  const byName = new Map(pieces.map((one) => [one.name, one]));
  const reached = new Set(roots);
  const others = new Set<string>();
  for (const { uses } of reached)
    for (const name of uses) {
      const used = byName.get(name);
      if (used) reached.add(used);
      else others.add(name);
    }
  return { reached, others };
}
