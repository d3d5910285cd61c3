import type { Diagnostic } from "../../support/errors.js";
import { escapeUnsafe } from "../../support/json.js";

/**
 * Formats diagnostics as text, one paragraph per diagnostic. If a diagnostic has
 * the same cause and fix as the previous one, they are not printed again.
 */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  colour: boolean,
): string {
  return diagnostics
    .map(({ cause, fix, ...found }, index) => {
      const before = diagnostics[index - 1];
      const isSame = before?.cause === cause && before?.fix === fix;
      const notes: Readonly<Record<string, string>> = isSame
        ? {}
        : { cause, fix };
      return findingText({ ...found, notes }, colour);
    })
    .join("\n");
}

/** Formats a finding: its position, message, code frame and notes. */
export function findingText(
  found: Pick<Diagnostic, "code" | "message" | "place"> & {
    readonly severity: Severity;
    readonly notes: Readonly<Record<string, string>>;
  },
  colour: boolean,
): string {
  const { severity, code, message, place, notes } = found;
  const at = place ? `${place.file}:${place.line}:${place.column}: ` : "";
  const kind = painter(colour)(severity, severity);
  return [
    `${at}${kind} ${code}: ${indentLines(message)}`,
    ...(place?.frame ? [place.frame.replace(/^/gm, "  ")] : []),
    ...Object.entries(notes).map(
      ([name, text]) => `  ${name}: ${indentLines(text)}`,
    ),
    "",
  ].join("\n");
}

/**
 * Indents all lines of a text except the first line. If the text contains a
 * name with line breaks, no part of the name can look like a separate line of
 * the program's output.
 */
export function indentLines(text: string): string {
  return text.replace(/\r?\n/g, "\n    ");
}

/** Formats a count with its noun, such as `1 error` or `2 errors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats a result as JSON text. */
export function jsonText(value: object): string {
  return `${escapeUnsafe(JSON.stringify(value, null, 2))}\n`;
}

/** Formats diagnostics as JSON text. */
export function diagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  return jsonText({ ok: false, diagnostics });
}

type Severity = keyof typeof COLOURS;

/** Returns a function that colours text by severity. */
export function painter(colour: boolean) {
  return (severity: Severity, text: string): string =>
    colour ? `\x1b[${COLOURS[severity]}m${text}\x1b[0m` : text;
}

/** ANSI colour code of each severity: red, yellow and cyan. */
export const COLOURS = { error: 31, warning: 33, note: 36 } as const;
