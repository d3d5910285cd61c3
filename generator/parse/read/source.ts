import type { Reporter } from "../reporter.js";
import { ts, type TS } from "./typescript.js";

/**
 * Returns the text of a schema without a byte order mark and with LF line
 * endings.
 */
export function normalizeText(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/**
 * Returns the syntax tree of a schema, or null if the text cannot be parsed.
 */
export function readSource(
  file: string,
  text: string,
  reporter: Reporter,
): TS.SourceFile | null {
  const source = parse(file, text, reporter);
  for (const { start = 0, messageText } of source ? syntaxErrors(source) : [])
    reporter.error(
      "MCP103",
      start,
      typeof messageText === "string" ? messageText : messageText.messageText,
    );
  return reporter.failed ? null : source;
}

function parse(
  file: string,
  text: string,
  reporter: Reporter,
): TS.SourceFile | null {
  try {
    return ts.createSourceFile(
      file,
      text,
      {
        languageVersion: ts.ScriptTarget.Latest,
        jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
      },
      false,
      // The text is parsed as TypeScript, regardless of the file extension.
      ts.ScriptKind.TS,
    );
  } catch (error) {
    // TypeScript's parser is recursive, so deeply nested text exhausts the
    // stack.
    if (!(error instanceof RangeError)) throw error;
    reporter.error(
      "MCP105",
      deepestPlace(text),
      "The file is nested too deeply for TypeScript's parser",
    );
    return null;
  }
}

/**
 * Returns the offset of the bracket that opens the deepest level of nesting. If
 * several brackets have the same depth, the first one is used.
 */
export function deepestPlace(text: string): number {
  let depth = 0;
  let deepest = 0;
  let place = 0;
  for (let at = 0; at < text.length; at++) {
    if ("([{<".includes(text.charAt(at))) depth++;
    else if (")]}>".includes(text.charAt(at))) depth--;
    if (depth > deepest) [deepest, place] = [depth, at];
  }
  return place;
}

/**
 * Returns the syntax errors of a file. TypeScript's parser stores syntax errors
 * in a non-public property.
 */
function syntaxErrors(
  source: TS.SourceFile & {
    readonly parseDiagnostics?: readonly TS.DiagnosticWithLocation[];
  },
): readonly TS.DiagnosticWithLocation[] {
  return source.parseDiagnostics ?? [];
}
