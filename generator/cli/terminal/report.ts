import type { Diagnostic } from "../../support/errors.js";

/** Diagnostics as text for a terminal; one block each, most telling line first. */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  colour: boolean,
): string {
  return diagnostics
    .map(({ cause, fix, ...found }) =>
      findingText({ ...found, notes: { cause, fix } }, colour),
    )
    .join("\n");
}

/** A finding with its place, and what there is to say of it. */
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
    `${at}${kind} ${code}: ${message}`,
    ...(place?.frame ? [place.frame.replace(/^/gm, "  ")] : []),
    ...Object.entries(notes).map(([name, text]) => `  ${name}: ${text}`),
    "",
  ].join("\n");
}

/** `1 error`, `2 errors`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** A result as `--json` prints it. */
export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Diagnostics as `--json` prints them. */
export function diagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  return jsonText({ ok: false, diagnostics });
}

type Severity = keyof typeof COLOURS;

/** Paints text as what is so severe, or leaves it as it is. */
export function painter(colour: boolean) {
  return (severity: Severity, text: string): string =>
    colour ? `\x1b[${COLOURS[severity]}m${text}\x1b[0m` : text;
}

/** Red, yellow and cyan. */
const COLOURS = { error: 31, warning: 33, note: 36 } as const;
