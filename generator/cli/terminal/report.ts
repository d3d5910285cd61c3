import type { Diagnostic } from "../../support/errors.js";

/** Diagnostics as text for a terminal; one block each, most telling line first. */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  colour: boolean,
): string {
  const paint = painter(colour);
  return diagnostics
    .map((d) => {
      const place = d.place
        ? `${d.place.file}:${d.place.line}:${d.place.column}: `
        : "";
      const kind = paint(d.severity === "error" ? "red" : "yellow", d.severity);
      return [
        `${place}${kind} ${d.code}: ${d.message}`,
        ...(d.place?.frame ? [indentLines(d.place.frame)] : []),
        `  cause: ${d.cause}`,
        `  fix: ${d.fix}`,
        "",
      ].join("\n");
    })
    .join("\n");
}

/** Diagnostics as `--json` prints them. */
export function diagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify({ ok: false, diagnostics }, null, 2)}\n`;
}

/** Paints text, or leaves it as it is. */
export function painter(
  colour: boolean,
): (name: keyof typeof COLOURS, text: string) => string {
  return (name, text) =>
    colour ? `\x1b[${COLOURS[name]}m${text}\x1b[0m` : text;
}

const COLOURS = { red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** The text with every line two columns in. */
export function indentLines(text: string): string {
  return text.replace(/^/gm, "  ");
}
