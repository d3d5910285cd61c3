import { membersOf } from "../members.js";
import type { Declarations } from "../resolve.js";
import { typeText } from "../type-text.js";
import type { Declaration, TypeNode } from "../types.js";
import { unreachable } from "../walk.js";

/** Share of common features from which on two names are likely one thing. */
const LIKELY = 0.6;

/** So many new declarations are looked at for each that is gone. */
const MOST = 100;

/** A declaration, and what it is recognised by. */
interface Known {
  readonly declaration: Declaration;
  readonly features: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

/**
 * Declarations that likely have another name now, older name to newer: gone
 * ones paired with new ones of the same kind, most similar first.
 */
export function likelyRenames(
  older: Declarations,
  newer: Declarations,
): ReadonlyMap<string, string> {
  const gone = [...older.values()]
    .filter(({ name }) => !newer.has(name) || becameUnion(name, older, newer))
    .map((declaration) => knownOf(declaration, older));
  const come = [...newer.values()]
    .filter(({ name }) => !older.has(name))
    .map((declaration) => knownOf(declaration, newer));
  const alike = byFeature(come);

  const pairs = gone.flatMap((from) =>
    candidates(from, alike).flatMap((to) => {
      const score = scoreOf(from, to);
      return score === null
        ? []
        : [{ from: from.declaration.name, to: to.declaration.name, score }];
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

function knownOf(declaration: Declaration, declarations: Declarations): Known {
  const features = featuresOf(declaration, declarations);
  return { declaration, features, words: wordsOf(declaration.name) };
}

/** How alike two declarations are, or null when they are not one thing. */
function scoreOf(from: Known, to: Known): number | null {
  const constants = [from, to].filter(
    ({ declaration }) => declaration.kind === "constant",
  );
  if (constants.length === 1) return null;
  const [a, b] = [from.features, to.features];
  // What says little about a type needs a name that says more.
  const structure = similarity(a, b);
  const name = similarity(from.words, to.words);
  const score =
    Math.min(a.size, b.size) >= 2
      ? (2 * structure + name) / 3
      : (structure + 2 * name) / 3;
  const same = structure === 1 && a.size >= 3;
  return score >= LIKELY && structure > 0.4 && (same || name >= 0.4)
    ? score
    : null;
}

function byFeature(all: readonly Known[]): ReadonlyMap<string, Known[]> {
  const found = new Map<string, Known[]>();
  for (const known of all)
    for (const feature of keysOf(known)) {
      const others = found.get(feature);
      if (others) others.push(known);
      else found.set(feature, [known]);
    }
  return found;
}

/** New declarations that share a feature, by the rarest features first. */
function candidates(
  from: Known,
  alike: ReadonlyMap<string, readonly Known[]>,
): Known[] {
  const lists = keysOf(from).map((feature) => alike.get(feature) ?? []);
  lists.sort((a, b) => a.length - b.length);
  const found = new Set<Known>();
  for (const list of lists)
    for (const known of list) {
      if (found.size >= MOST) return [...found];
      found.add(known);
    }
  return [...found];
}

/** Two declarations without any feature are alike as well. */
function keysOf({ features }: Known): readonly string[] {
  return features.size === 0 ? [""] : [...features];
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
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((item) => b.has(item)).length;
  const all = a.size + b.size - common;
  return all === 0 ? 1 : common / all;
}
