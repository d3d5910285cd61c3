/** `switch`es over strings, as decoders and large unions have them. */
import { braced, hardline, indent, join } from "../print/layout.js";
import type { Layout } from "../print/layout.js";
import { quote } from "../print/syntax.js";
import { compare, when } from "./expressions.js";

export interface Case {
  readonly value: string;
  readonly answer: Layout;
}

/** A `switch` over what a variable holds, which may be nothing. */
export function switchOver(
  variable: string,
  cases: readonly Case[],
  otherwise: string,
  absent?: Layout,
): Layout[] {
  if (cases.length === 0) return [otherwise];
  const clause = (label: string, answer: Layout): Layout => [
    `${label}:`,
    indent([hardline, answer]),
  ];
  const clauses = cases.map(({ value, answer }) =>
    clause(`case ${quote(value)}`, answer),
  );
  if (absent !== undefined) clauses.push(clause("case undefined", absent));
  clauses.push(clause("default", otherwise));
  return [[`switch (${variable}) `, braced(clauses)]];
}

/** More strings than these are compared by length first. */
export const LENGTH_SWITCH_FROM = 6;

/**
 * Answers by string. V8 compares strings that are not interned character by
 * character; most are ruled out by their length alone.
 */
export function byLength(
  variable: string,
  answers: readonly Case[],
  otherwise: string,
): Layout[] {
  const lengths = new Map<number, Layout[]>();
  for (const { value, answer } of answers) {
    const test = when(compare(variable, "===", quote(value)), answer);
    const { length } = value;
    lengths.set(length, [...(lengths.get(length) ?? []), test]);
  }
  const clauses = [...lengths]
    .sort(([a], [b]) => a - b)
    .map(([length, tests]): Layout => [
      `case ${length}:`,
      indent([hardline, join(hardline, [...tests, otherwise])]),
    ]);
  const last: Layout = ["default:", indent([hardline, otherwise])];
  return [[`switch (${variable}.length) `, braced([...clauses, last])]];
}
