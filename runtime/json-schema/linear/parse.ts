/**
 * Parser for the structure of a regular expression. A token that matches one
 * character, such as a character class, remains a RegExp. The parser rejects
 * constructs that need backtracking.
 */
import { compilePattern } from "../../validation/formats.js";

/**
 * Part of a regular expression. `size` is the number of automaton states that
 * the part needs.
 */
export type PatternPart = { readonly size: number } & (
  | { readonly kind: "character"; readonly accepts: (char: string) => boolean }
  | { readonly kind: "assertion"; readonly assertion: string }
  | {
      readonly kind: "sequence" | "choice";
      readonly parts: readonly PatternPart[];
    }
  | {
      readonly kind: "repeat";
      readonly part: PatternPart;
      readonly min: number;
      readonly max: number;
    }
);

export interface ParsedPattern {
  readonly whole: PatternPart;
  /** Whether the pattern matches code points rather than UTF-16 code units. */
  readonly unicode: boolean;
}

/** Maximum nesting depth of groups in a regular expression. */
const MAX_GROUPS = 200;

/**
 * Pattern of a token in a regular expression: start of a group, quantifier,
 * character class, escape, or single character.
 */
const TOKEN =
  /\((?:\?(?:<[=!]|<[^>]*>|[^<]))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\0\d|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/;

/**
 * Pattern of additional tokens in a regular expression with the flag `u`:
 * surrogate pair, code point escape, and Unicode property.
 */
const UNICODE_TOKEN =
  /\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\{\w+\}|\\[pP]\{[^}]+\}/;

/**
 * Pattern of the escapes that the parser rejects: backreferences, and escapes
 * whose meaning in JavaScript depends on the flag `u`.
 */
const UNSUPPORTED = /^\\([1-9kc]$|0\d)/;

/**
 * Parses a regular expression with the syntax of JavaScript.
 *
 * @throws Error if the expression cannot be matched in linear time. The message
 *   gives the reason.
 */
export function parsePattern(source: string): ParsedPattern {
  const { unicode } = compilePattern(source);
  const tokens = unicode
    ? new RegExp(`${UNICODE_TOKEN.source}|${TOKEN.source}`, "gu")
    : new RegExp(TOKEN, "g");
  /**
   * Alternatives of each group that is still open. The innermost group is last.
   */
  const groups: PatternPart[][][] = [[[]]];
  for (const [token] of source.matchAll(tokens)) {
    const group = groups.at(-1) as PatternPart[][];
    const row = group.at(-1) as PatternPart[];
    if (/^\((\?:|\?<[^=!].*)?$/.test(token)) groups.push([[]]);
    else if (token.startsWith("(") || UNSUPPORTED.test(token)) {
      throw new Error(`it contains ${token}`);
    } else if (token === ")") {
      groups.pop();
      groups.at(-1)?.at(-1)?.push(createChoice(group));
    } else if (token === "|") group.push([]);
    else if (/^([*+?]|\{\d)/.test(token)) {
      row.push(createRepeat(row.pop() as PatternPart, token));
    } else if (/^(\^|\$|\\[bB])$/.test(token)) {
      row.push({ kind: "assertion", assertion: token, size: 1 });
    } else
      row.push({
        kind: "character",
        accepts: createCharacterTest(token, unicode),
        size: 1,
      });
    if (groups.length > MAX_GROUPS) throw new Error("it is nested too deeply");
  }
  return { whole: createChoice(groups[0] as PatternPart[][]), unicode };
}

function createChoice(rows: readonly (readonly PatternPart[])[]): PatternPart {
  return createGroup(
    "choice",
    rows.map((row) => createGroup("sequence", row)),
  );
}

function createGroup(
  kind: "sequence" | "choice",
  parts: readonly PatternPart[],
): PatternPart {
  const size = parts.reduce((sum, part) => sum + part.size, 1);
  return { kind, parts, size };
}

const QUANTIFIERS: { readonly [sign: string]: readonly number[] } = {
  "*": [0],
  "+": [1],
  "?": [0, 1],
};

function createRepeat(part: PatternPart, token: string): PatternPart {
  const [min = 0, most] =
    QUANTIFIERS[token.charAt(0)] ?? token.match(/\d+/g)?.map(Number) ?? [];
  const max = most ?? (/^\{\d+\}/.test(token) ? min : Infinity);
  const copies = max === Infinity ? min + 1 : max;
  return { kind: "repeat", part, min, max, size: 1 + copies * (part.size + 1) };
}

/**
 * Returns a test for the character that a token matches: a character class, an
 * escape, a dot or a literal.
 */
function createCharacterTest(
  token: string,
  unicode: boolean,
): (char: string) => boolean {
  if (!/^[\\[.]/.test(token)) return (char) => char === token;
  const expression = new RegExp(`^(?:${token})$`, unicode ? "u" : "");
  return (char) => expression.test(char);
}
