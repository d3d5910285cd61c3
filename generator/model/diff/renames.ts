import { reference } from "../build.js";
import { getMembers } from "../members/members.js";
import type { Declarations } from "../members/resolve.js";
import { typeText } from "../type-text.js";
import type { Declaration } from "../types.js";

/**
 * Minimum similarity, from 0 to 1, at which a removed and an added declaration
 * count as a probable rename.
 */
const LIKELY = 0.6;

/**
 * Maximum number of pairs to compare. Schemas with more pairs describe
 * different protocols, so no renames are guessed.
 */
const MAX_PAIRS = 250_000;

/**
 * Declaration that may have been renamed, with the features by which it is
 * compared to other declarations.
 */
interface Candidate {
  readonly declaration: Declaration;
  readonly features: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

/**
 * Returns probable renames of declarations, from older to newer name. Each
 * removed declaration is paired with an added declaration of the same kind,
 * starting with the most similar pair.
 */
export function likelyRenames(
  older: Declarations,
  newer: Declarations,
): ReadonlyMap<string, string> {
  const removed = [...older.values()]
    .filter(({ name }) => !newer.has(name) || becameUnion(name, older, newer))
    .map((declaration) => createCandidate(declaration, older));
  const added = [...newer.values()]
    .filter(({ name }) => !older.has(name))
    .map((declaration) => createCandidate(declaration, newer));
  if (removed.length * added.length > MAX_PAIRS) return new Map();

  const pairs = removed.flatMap((from) =>
    added.flatMap((to) => {
      const score = getScore(from, to);
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

function createCandidate(
  declaration: Declaration,
  declarations: Declarations,
): Candidate {
  const features = getFeatures(declaration, declarations);
  return { declaration, features, words: splitWords(declaration.name) };
}

/**
 * Returns the similarity of two declarations, from 0 to 1. Returns null if they
 * are too different for a rename.
 */
function getScore(from: Candidate, to: Candidate): number | null {
  const [a, b] = [from.declaration.kind, to.declaration.kind];
  if ((a === "constant") !== (b === "constant")) return null;
  const structure = similarity(from.features, to.features);
  const name = similarity(from.words, to.words);
  const score = (2 * structure + name) / 3;
  return score >= LIKELY && structure > 0.4 && name >= 0.4 ? score : null;
}

/**
 * Returns true if an interface called `name` has become a union of the same
 * name. The interface itself may then have a new name.
 */
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

/**
 * Returns the set of features, such as member names, by which declarations are
 * compared.
 */
function getFeatures(
  declaration: Declaration,
  declarations: Declarations,
): ReadonlySet<string> {
  if (declaration.kind === "constant")
    return new Set([JSON.stringify(declaration.value)]);
  const self = reference(declaration.name);
  const members = getMembers(declarations, self);
  if (members)
    return new Set(
      [...members.values()].flatMap(({ name, type }) => [
        name,
        `${name}: ${typeText(type)}`,
      ]),
    );
  const type = declaration.kind === "alias" ? declaration.type : self;
  return new Set((type.kind === "union" ? type.types : [type]).map(typeText));
}

/**
 * Splits a name into words: `JSONRPCResultResponse` consists of JSONRPC, Result
 * and Response.
 */
function splitWords(name: string): ReadonlySet<string> {
  return new Set(
    (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name]).map((word) =>
      word.toLowerCase(),
    ),
  );
}

/**
 * Returns the similarity of two sets: the size of their intersection divided by
 * the size of their union, from 0 to 1.
 */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((item) => b.has(item)).length;
  const all = a.size + b.size - common;
  return all === 0 ? 1 : common / all;
}
