import { membersOf } from "../members.js";
import type { Declarations } from "../resolve.js";
import { typeText } from "../type-text.js";
import type { Declaration, TypeNode } from "../types.js";
import { unreachable } from "../walk.js";

/** Share of common features from which on two names are likely one thing. */
const LIKELY = 0.6;

/**
 * Declarations that likely have another name now, older name to newer: gone
 * ones paired with new ones of the same kind, most similar first.
 */
export function likelyRenames(
  older: Declarations,
  newer: Declarations,
): ReadonlyMap<string, string> {
  const gone = [...older.values()].filter(
    ({ name }) => !newer.has(name) || becameUnion(name, older, newer),
  );
  const come = [...newer.values()].filter(({ name }) => !older.has(name));
  const features = new Map<Declaration, ReadonlySet<string>>();
  for (const declaration of gone)
    features.set(declaration, featuresOf(declaration, older));
  for (const declaration of come)
    features.set(declaration, featuresOf(declaration, newer));

  const pairs = gone.flatMap((from) =>
    come
      .filter(
        ({ kind }) => (kind === "constant") === (from.kind === "constant"),
      )
      .flatMap((to) => {
        const a = features.get(from) ?? new Set();
        const b = features.get(to) ?? new Set();
        // What says little about a type needs a name that says more.
        const structure = similarity(a, b);
        const name = similarity(wordsOf(from.name), wordsOf(to.name));
        const score =
          Math.min(a.size, b.size) >= 2
            ? (2 * structure + name) / 3
            : (structure + 2 * name) / 3;
        const same = structure === 1 && a.size >= 3;
        const likely =
          score >= LIKELY && structure > 0.4 && (same || name >= 0.4);
        return likely ? [{ from: from.name, to: to.name, score }] : [];
      }),
  );
  pairs.sort((a, b) => b.score - a.score);
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to } of pairs) {
    if (renames.has(from) || taken.has(to)) continue;
    renames.set(from, to);
    taken.add(to);
  }
  return renames;
}

/** `A` may have moved to `B`, and its name to the union `B | C`. */
function becameUnion(
  name: string,
  older: Declarations,
  newer: Declarations,
): boolean {
  const is = newer.get(name);
  return (
    older.get(name)?.kind === "interface" &&
    is?.kind === "alias" &&
    is.type.kind === "union"
  );
}

/** What a declaration is made of, to be compared as a set. */
function featuresOf(
  declaration: Declaration,
  declarations: Declarations,
): ReadonlySet<string> {
  switch (declaration.kind) {
    case "constant":
      return new Set([JSON.stringify(declaration.value)]);
    case "interface":
    case "alias": {
      const { name } = declaration;
      const self: TypeNode = { kind: "reference", name, arguments: [] };
      const members = membersOf(declarations, self);
      if (members)
        return new Set(
          [...members.values()].flatMap((m) => [
            m.name,
            `${m.name}: ${typeText(m.type)}`,
          ]),
        );
      const type = declaration.kind === "alias" ? declaration.type : self;
      return new Set(
        (type.kind === "union" ? type.types : [type]).map(typeText),
      );
    }
    default:
      return unreachable(declaration);
  }
}

/** `JSONRPCResultResponse` is JSONRPC, Result and Response. */
function wordsOf(name: string): ReadonlySet<string> {
  return new Set(
    (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name]).map((word) =>
      word.toLowerCase(),
    ),
  );
}

/** Size of the common part over the size of both, from 0 to 1. */
export function similarity(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
): number {
  const common = [...a].filter((item) => b.has(item)).length;
  const all = a.size + b.size - common;
  return all === 0 ? 1 : common / all;
}
