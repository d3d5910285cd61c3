/**
 * Prints `switch` statements over strings, for the decoders and for large
 * unions.
 */
import {
  braced,
  hardline,
  indent,
  join,
  type Layout,
} from "../print/layout.js";
import { quote } from "../print/syntax.js";
import { compare, when } from "./expressions.js";

export interface Case {
  readonly value: string;
  readonly answer: Layout;
}

/**
 * Returns a `switch` over a variable.
 *
 * @param absent Statement that is executed if the variable is undefined.
 */
export function createSwitch(
  variable: string,
  cases: readonly Case[],
  otherwise: string,
  absent?: Layout,
): Layout[] {
  if (cases.length === 0) return [otherwise];
  const clauses = cases.map(({ value, answer }) =>
    clause(`case ${quote(value)}`, answer),
  );
  if (absent !== undefined) clauses.push(clause("case undefined", absent));
  return [printSwitch(variable, clauses, otherwise)];
}

/**
 * Maximum number of cases for which a `switch` compares strings directly. With
 * more cases, the `switch` compares the length of the string first.
 */
export const LENGTH_SWITCH_FROM = 6;

/**
 * Returns a `switch` over the length of a string. Each case compares only the
 * strings of that length. Without this step, V8 would compare more strings, and
 * it compares them character by character unless they are interned.
 */
export function createLengthSwitch(
  variable: string,
  cases: readonly Case[],
  otherwise: string,
): Layout[] {
  const lengths = [...new Set(cases.map(({ value }) => value.length))];
  const clauses = lengths
    .sort((a, b) => a - b)
    .map((length) => {
      const tests = cases
        .filter(({ value }) => value.length === length)
        .map(({ value, answer }) =>
          when(compare(variable, "===", quote(value)), answer),
        );
      return clause(`case ${length}`, join(hardline, [...tests, otherwise]));
    });
  return [printSwitch(`${variable}.length`, clauses, otherwise)];
}

function clause(label: string, answer: Layout): Layout {
  return [`${label}:`, indent([hardline, answer])];
}

function printSwitch(
  subject: string,
  clauses: readonly Layout[],
  otherwise: string,
): Layout {
  const all = [...clauses, clause("default", otherwise)];
  return [`switch (${subject}) `, braced(all)];
}
