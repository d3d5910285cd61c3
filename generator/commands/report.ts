import type { Diagnostic } from "../errors.js";

/** Diagnostics as text for a terminal; one block each, most telling line first. */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  colour: boolean,
): string {
  const paint = (code: number, text: string): string =>
    colour ? `\x1b[${code}m${text}\x1b[0m` : text;
  return diagnostics
    .map((d) => {
      const place = d.place
        ? `${d.place.file}:${d.place.line}:${d.place.column}: `
        : "";
      const kind = paint(d.severity === "error" ? 31 : 33, d.severity);
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

function indentLines(text: string): string {
  return text.replace(/^/gm, "  ");
}
