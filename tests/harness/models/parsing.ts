/** Short ways to parse a few lines and to say what came of it. */
import * as assert from "uvu/assert";
import { UserError } from "../../../generator/support/errors.js";
import type { Diagnostic } from "../../../generator/support/errors.js";
import type {
  Declaration,
  ProtocolModel,
} from "../../../generator/model/types.js";
import { parseSchema } from "../../../generator/parse/index.js";

/** Makes any lines a protocol without methods; comes last, to keep places. */
const PROTOCOL = `
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export type ClientRequest = never;
`;

/** The model of a few lines, without what makes them a protocol. */
export function parseLines(lines: string): ProtocolModel {
  return parseSchema(lines + PROTOCOL, { file: "schema.ts" }).model;
}

/** The declaration `name` of a few lines. */
export function declarationOf(lines: string, name = "X"): Declaration {
  const found = parseLines(lines).declarations.find((d) => d.name === name);
  if (!found) throw new Error(`There is no ${name} in: ${lines}`);
  return found;
}

/** All errors of a few lines as `CODE line:column message`. */
export function errorsOf(lines: string): string[] {
  return errorsOfFile(lines + PROTOCOL);
}

/** All errors of a whole file; none when it is accepted. */
export function errorsOfFile(text: string): string[] {
  try {
    parseSchema(text, { file: "schema.ts" });
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { diagnostics } = error;
    return diagnostics
      .filter(({ severity }) => severity === "error")
      .map(shown);
  }
}

/**
 * Holds a file to its errors, and to no others: below each line those that it
 * has, indented, as `CODE column message`.
 */
export function expectErrors(text: string): void {
  const lines: string[] = [];
  const want: string[] = [];
  for (const line of text.trim().split("\n"))
    if (line.startsWith("  "))
      want.push(line.trim().replace(" ", ` ${lines.length}:`));
    else lines.push(line);
  assert.equal(errorsOf(lines.join("\n")), want);
}

/** All warnings of a few lines that are no errors. */
export function warningsOf(lines: string): string[] {
  const { warnings } = parseSchema(lines + PROTOCOL, { file: "schema.ts" });
  return warnings.map(shown);
}

function shown({ code, place, message }: Diagnostic): string {
  const at = place ? `${place.line}:${place.column}` : "-";
  return `${code} ${at} ${message}`;
}
