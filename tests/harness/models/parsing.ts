/**
 * Parses the lines of a test schema and formats its declarations and
 * diagnostics.
 */
import * as assert from "uvu/assert";
import { UserError } from "../../../generator/support/errors.js";
import type { Diagnostic } from "../../../generator/support/errors.js";
import type {
  Declaration,
  ProtocolModel,
} from "../../../generator/model/types.js";
import { parseSchema } from "../../../generator/parse/index.js";

/**
 * Declarations that every schema must contain. Tests append them to their own
 * declarations.
 */
const PROTOCOL = `
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export type ClientRequest = never;
`;

/**
 * Returns the model of a schema with the given declarations. A protocol version
 * and requests need not be declared.
 */
export function parseLines(lines: string): ProtocolModel {
  return parseSchema(lines + PROTOCOL, { file: "schema.ts" }).model;
}

/** Parses the lines and returns the declaration with the given name. */
export function getDeclaration(lines: string, name = "X"): Declaration {
  const found = parseLines(lines).declarations.find((d) => d.name === name);
  if (!found) throw new Error(`The schema does not declare ${name}: ${lines}`);
  return found;
}

/**
 * Returns the errors in declarations, formatted as `CODE line:column message`.
 */
export function getErrors(lines: string): string[] {
  return getFileErrors(lines + PROTOCOL);
}

/**
 * Returns the errors in a complete schema file, or an empty array for a valid
 * file.
 */
export function getFileErrors(text: string): string[] {
  try {
    parseSchema(text, { file: "schema.ts" });
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { diagnostics } = error;
    return diagnostics
      .filter(({ severity }) => severity === "error")
      .map(printDiagnostic);
  }
}

/**
 * Asserts the errors of a schema. `text` contains the lines of the schema. Each
 * line is followed by its expected errors, which are indented and have the form
 * `CODE column message`.
 */
export function expectErrors(text: string): void {
  const lines: string[] = [];
  const want: string[] = [];
  for (const line of text.trim().split("\n"))
    if (line.startsWith("  "))
      want.push(line.trim().replace(" ", ` ${lines.length}:`));
    else lines.push(line);
  assert.equal(getErrors(lines.join("\n")), want);
}

/**
 * Returns the warnings about declarations, formatted as `CODE line:column
 * message`.
 */
export function getWarnings(lines: string): string[] {
  const { warnings } = parseSchema(lines + PROTOCOL, { file: "schema.ts" });
  return warnings.map(printDiagnostic);
}

function printDiagnostic({ code, place, message }: Diagnostic): string {
  const at = place ? `${place.line}:${place.column}` : "-";
  return `${code} ${at} ${message}`;
}
