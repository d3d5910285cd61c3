/**
 * The structure of a regular expression. What matches one character, such as a
 * class, stays a RegExp; what needs to go back in the text is not done.
 */
import { patternOf } from "../../validation/formats.js";

/** A part of a pattern; `size` is how many states it needs. */
export type PatternPart = { readonly size: number } & (
  | { readonly kind: "one"; readonly holds: (char: string) => boolean }
  | { readonly kind: "place"; readonly sign: string }
  | { readonly kind: "row" | "choice"; readonly parts: readonly PatternPart[] }
  | {
      readonly kind: "repeat";
      readonly part: PatternPart;
      readonly min: number;
      readonly max: number;
    }
);

export interface ParsedPattern {
  readonly whole: PatternPart;
  /** Whether it is about code points, not UTF-16 units. */
  readonly unicode: boolean;
}

/** Groups within groups. */
const MAX_GROUPS = 200;

/** The token that begins a group, a quantifier, or what matches a character. */
const TOKEN =
  /\((?:\?(?:<[=!]|<[^>]*>|[^<]))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\0\d|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/;

/** Beside those, with the flag `u`: two surrogates, a code point, a property. */
const UNICODE_TOKEN =
  /\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\{\w+\}|\\[pP]\{[^}]+\}/;

/** References back into the text, and escapes that JavaScript reads in two ways. */
const NOT_DONE = /^\\([1-9kc]$|0\d)/;

/**
 * Reads a pattern as JavaScript has it.
 *
 * @throws Error that says why it is not one that is matched in linear time.
 */
export function parsePattern(source: string): ParsedPattern {
  const { unicode } = patternOf(source);
  const tokens = unicode
    ? new RegExp(`${UNICODE_TOKEN.source}|${TOKEN.source}`, "gu")
    : new RegExp(TOKEN, "g");
  /** The alternatives of each group that is open, the innermost last. */
  const groups: PatternPart[][][] = [[[]]];
  for (const [token] of source.matchAll(tokens)) {
    const group = groups.at(-1) as PatternPart[][];
    const row = group.at(-1) as PatternPart[];
    if (/^\((\?:|\?<[^=!].*)?$/.test(token)) groups.push([[]]);
    else if (token.startsWith("(") || NOT_DONE.test(token)) {
      throw new Error(`it has ${token}`);
    } else if (token === ")") {
      groups.pop();
      groups.at(-1)?.at(-1)?.push(choice(group));
    } else if (token === "|") group.push([]);
    else if (/^([*+?]|\{\d)/.test(token)) {
      row.push(repeat(row.pop() as PatternPart, token));
    } else if (/^(\^|\$|\\[bB])$/.test(token)) {
      row.push({ kind: "place", sign: token, size: 1 });
    } else row.push({ kind: "one", holds: one(token, unicode), size: 1 });
    if (groups.length > MAX_GROUPS) throw new Error("it is nested too deeply");
  }
  return { whole: choice(groups[0] as PatternPart[][]), unicode };
}

function choice(rows: readonly (readonly PatternPart[])[]): PatternPart {
  return joined(
    "choice",
    rows.map((row) => joined("row", row)),
  );
}

function joined(
  kind: "row" | "choice",
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

function repeat(part: PatternPart, token: string): PatternPart {
  const [min = 0, most] =
    QUANTIFIERS[token.charAt(0)] ?? token.match(/\d+/g)?.map(Number) ?? [];
  const max = most ?? (/^\{\d+\}/.test(token) ? min : Infinity);
  const copies = max === Infinity ? min + 1 : max;
  return { kind: "repeat", part, min, max, size: 1 + copies * (part.size + 1) };
}

/** Whether a character is what a class, an escape or a dot stands for. */
function one(token: string, unicode: boolean): (char: string) => boolean {
  if (!/^[\\[.]/.test(token)) return (char) => char === token;
  const expression = new RegExp(`^(?:${token})$`, unicode ? "u" : "");
  return (char) => expression.test(char);
}
